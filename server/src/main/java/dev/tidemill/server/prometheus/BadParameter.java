package dev.tidemill.server.prometheus;

/** A parameter that cannot be what it is; the message is what the caller is told. */
final class BadParameter extends RuntimeException {
  private static final long serialVersionUID = 1;

  BadParameter(String name, String why) {
    super("invalid parameter \"%s\": %s".formatted(name, why));
  }

  BadParameter(String message) {
    super(message);
  }
}
