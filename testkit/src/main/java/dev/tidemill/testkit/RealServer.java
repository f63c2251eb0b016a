package dev.tidemill.testkit;

import java.util.Locale;

/** The kinds of server that {@code dev/services} can start. */
public enum RealServer {
  POSTGRES,
  NATS,
  REDIS,
  MARIADB,
  PROMETHEUS;

  /** Its name on the command line of {@code dev/services}. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The environment variable that names a server to use instead of starting one. */
  String variable() {
    return "TIDEMILL_TEST_" + name();
  }
}
