package dev.tidemill.sources;

/** A password. It is handed to a driver and printed nowhere. */
public final class Credential {
  public static final Credential NONE = new Credential("");

  private final String secret;

  private Credential(String secret) {
    this.secret = secret;
  }

  public static Credential of(String secret) {
    return secret.isEmpty() ? NONE : new Credential(secret);
  }

  /** For the driver, and for sealing. */
  public String reveal() {
    return secret;
  }

  public boolean isEmpty() {
    return secret.isEmpty();
  }

  @Override
  public String toString() {
    return isEmpty() ? "none" : "***";
  }
}
