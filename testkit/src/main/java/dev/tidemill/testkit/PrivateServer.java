package dev.tidemill.testkit;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A server for one test alone, which may kill, pause and restart it. It keeps its port and its data
 * over a restart; closing removes both. Should this JVM die, the server follows. Not thread-safe.
 */
public final class PrivateServer implements AutoCloseable {
  private final RealServer kind;
  private final Path folder;
  private final String url;

  private PrivateServer(RealServer kind, Path folder, String url) {
    this.kind = kind;
    this.folder = folder;
    this.url = url;
  }

  /**
   * Starts one and waits until it answers. The options go to the server program itself, now and at
   * each restart: {@code start(REDIS, "--appendonly", "yes")}.
   */
  public static PrivateServer start(RealServer kind, String... serverOptions) {
    Path folder = DevServices.newFolder(kind);
    try {
      return new PrivateServer(kind, folder, launch(kind, folder, List.of(serverOptions)));
    } catch (IllegalStateException e) {
      DevServices.call("remove", folder);
      throw e;
    }
  }

  public String url() {
    return url;
  }

  public int port() {
    return URI.create(url).getPort();
  }

  /** Stops it in good order: it disconnects its clients and writes down its state. */
  public void stop() {
    DevServices.call("stop", folder);
  }

  /** SIGKILL to the server and all its processes: a crash. */
  public void kill() {
    DevServices.call("stop", folder, "--kill");
  }

  /** Starts it again, on the same port and with its data; stops it first if it still runs. */
  public void restart() {
    stop();
    launch(kind, folder, List.of());
  }

  /** SIGSTOP: connections stay open, nothing answers. */
  public void pause() {
    DevServices.call("pause", folder);
  }

  public void resume() {
    DevServices.call("resume", folder);
  }

  @Override
  public void close() {
    if (Files.exists(folder)) {
      DevServices.call("remove", folder);
    }
  }

  private static String launch(RealServer kind, Path folder, List<String> serverOptions) {
    return DevServices.start(kind, folder, ProcessHandle.current().pid(), serverOptions);
  }
}
