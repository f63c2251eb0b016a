package dev.tidemill.cli.command;

import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.node.Codes;
import dev.tidemill.cli.node.DaemonLock;
import dev.tidemill.cli.node.DataParts;
import dev.tidemill.cli.node.Node;
import dev.tidemill.cli.node.Seams;
import dev.tidemill.cli.node.WorkerParts;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.JobsConfig;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.jobs.worker.Handlers;
import dev.tidemill.reconcile.run.HttpReconciler;
import dev.tidemill.reconcile.run.Reconciler;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whom a command talks to: a server that was named, else the daemon of the data folder, else the
 * store itself.
 */
final class Backend implements AutoCloseable {
  private final Settings settings;
  private final Seams seams;
  private final @Nullable ServerAddress server;
  private final boolean alone;
  private @Nullable Node node;

  private Backend(Settings settings, Seams seams, @Nullable ServerAddress server, boolean alone) {
    this.settings = settings;
    this.seams = seams;
    this.server = server;
    this.alone = alone;
  }

  private static Backend over(Settings settings, String address, SystemTime time) {
    @Nullable String token = settings.config().find(Settings.TOKEN).orElse(null);
    ServerAddress server = ServerAddress.parse(address, token);
    return new Backend(settings, Seams.overServer(server, time), server, false);
  }

  static Backend open(Settings settings, Surroundings surroundings) {
    var time = new SystemTime();
    Optional<String> named = settings.config().find(Settings.SERVER);
    if (named.isPresent()) {
      return over(settings, named.get(), time);
    }
    if (settings.storeIsServer()) {
      return over(settings, settings.config().get(JobsConfig.STORE), time);
    }
    Optional<DaemonLock.Daemon> daemon =
        settings.store().embedded() ? DaemonLock.find(settings.data()) : Optional.empty();
    if (daemon.isPresent()) {
      return over(settings, daemon.get().url(), time);
    }
    return new Backend(
        settings, Seams.open(settings, time, Seams.Migrate.NO), null, settings.store().embedded());
  }

  Seams seams() {
    return seams;
  }

  /** The kinds of jobs this program knows. */
  Handlers handlers() {
    return WorkerParts.handlers(settings.config(), data());
  }

  private DataParts data() {
    return new DataParts(settings, new SystemTime(), DataParts.Whose.OWN);
  }

  /** Whoever takes recipes: the server that was found, or this process. */
  Reconciler reconciler() {
    return server == null
        ? data().reconciler(seams.intake(), handlers())
        : new HttpReconciler(server, Codes.ALL, CallLimits.DEFAULT);
  }

  /** The server that was found, for what only a server does. */
  ServerAddress requireServer(String what) {
    if (server == null) {
      throw Problem.of(CoreError.UNAVAILABLE, what + " needs a server, and there is none")
          .next("start one with `tidemill up`, or name one with --server http://host:3001")
          .exception();
    }
    return server;
  }

  /** Does nobody else work on this store, so that this process has to? */
  boolean alone() {
    return alone;
  }

  /** Runs a worker and upkeep in this process, as long as it is open. */
  void workHere() {
    node =
        Node.open(
            settings,
            new Node.Parts(
                false,
                true,
                false,
                false,
                Optional.empty(),
                Seams.Migrate.YES,
                DataParts.Whose.OWN));
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
