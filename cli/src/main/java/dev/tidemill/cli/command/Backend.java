package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.node.DaemonLock;
import dev.tidemill.cli.node.Node;
import dev.tidemill.cli.node.Seams;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.http.ServerAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whom a command talks to: a server that was named, else the daemon of the data folder, else the
 * store itself.
 */
final class Backend implements AutoCloseable {
  private final Settings settings;
  private final Seams seams;
  private final boolean alone;
  private @Nullable Node node;

  private Backend(Settings settings, Seams seams, boolean alone) {
    this.settings = settings;
    this.seams = seams;
    this.alone = alone;
  }

  static Backend open(Settings settings, Surroundings surroundings) {
    var time = new SystemTime();
    @Nullable String token = settings.config().find(Settings.TOKEN).orElse(null);
    Optional<String> server = settings.config().find(Settings.SERVER);
    if (server.isPresent()) {
      return new Backend(
          settings, Seams.overServer(ServerAddress.parse(server.get(), token), time), false);
    }
    if (settings.storeIsServer()) {
      return new Backend(settings, Seams.open(settings, time, Seams.Migrate.NO), false);
    }
    Optional<DaemonLock.Daemon> daemon =
        settings.store().embedded() ? DaemonLock.find(settings.data()) : Optional.empty();
    if (daemon.isPresent()) {
      return new Backend(
          settings, Seams.overServer(ServerAddress.parse(daemon.get().url(), token), time), false);
    }
    return new Backend(
        settings, Seams.open(settings, time, Seams.Migrate.NO), settings.store().embedded());
  }

  Seams seams() {
    return seams;
  }

  /** Does nobody else work on this store, so that this process has to? */
  boolean alone() {
    return alone;
  }

  /** Runs a worker and upkeep in this process, as long as it is open. */
  void workHere() {
    node =
        Node.open(
            settings, new Node.Parts(false, true, false, Optional.empty(), Seams.Migrate.YES));
    node.start();
  }

  @Override
  public void close() {
    if (node != null) {
      node.close();
    }
    seams.close();
  }
}
