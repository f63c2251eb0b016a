package dev.tidemill.testkit;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The servers that all tests of a run share, by URL. {@code make test} starts them and names them
 * in {@code TIDEMILL_TEST_*}; without that, as from an IDE, the first use starts one for this JVM.
 *
 * <p>Shared means: keep to names of your own (a fresh database, a stream or key prefix per test),
 * and take a {@link PrivateServer} for anything that hurts. Thread-safe.
 */
public final class Servers {
  private static final Map<RealServer, String> STARTED = new EnumMap<>(RealServer.class);

  private Servers() {}

  public static String postgres() {
    return url(RealServer.POSTGRES);
  }

  public static String nats() {
    return url(RealServer.NATS);
  }

  public static String redis() {
    return url(RealServer.REDIS);
  }

  public static String mariadb() {
    return url(RealServer.MARIADB);
  }

  public static String prometheus() {
    return url(RealServer.PROMETHEUS);
  }

  /** A fresh, empty database on the shared server; closing drops it. */
  public static PostgresDatabase newPostgresDatabase() {
    return PostgresDatabase.createOn(postgres());
  }

  static String url(RealServer kind) {
    @Nullable String given = System.getenv(kind.variable());
    if (given != null && !given.isBlank()) {
      return given;
    }
    synchronized (STARTED) {
      return STARTED.computeIfAbsent(kind, Servers::startForThisJvm);
    }
  }

  private static String startForThisJvm(RealServer kind) {
    Path folder = DevServices.newFolder(kind);
    String url = DevServices.start(kind, folder, ProcessHandle.current().pid(), List.of());
    // The watchdog would see to it too, but a moment after the JVM has ended.
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> DevServices.call("remove", folder), "stop-" + kind.id()));
    return url;
  }
}
