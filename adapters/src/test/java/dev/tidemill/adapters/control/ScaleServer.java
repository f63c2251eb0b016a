package dev.tidemill.adapters.control;

import dev.tidemill.adapters.link.GrpcService;
import dev.tidemill.adapters.link.TokenGate;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.store.SqlDocuments;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.scale.Scaling.ControlAddress;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.control.ControlSettings;
import dev.tidemill.scale.log.SqlDecisionLog;
import dev.tidemill.scale.signal.SignalSource;
import dev.tidemill.scale.store.SqlScaling;
import dev.tidemill.scale.store.StatusNote;
import dev.tidemill.schedule.leader.HolderId;
import dev.tidemill.schedule.leader.LeaseSettings;
import dev.tidemill.schedule.leader.StoreLeaderLease;
import java.time.Duration;
import java.util.List;

/** The scaling part of a server, on a store it may share. */
final class ScaleServer implements AutoCloseable {
  static final String TOKEN = "worker-token";
  static final LeaseSettings LEASE =
      new LeaseSettings(Duration.ofSeconds(2), Duration.ofMillis(500));

  final GrpcService grpc;
  final ScaleLoop loop;

  ScaleServer(
      String name,
      Store store,
      StoreTransactions transactions,
      ScalingPolicy policy,
      SignalSource signals) {
    var desk = new ControlDesk();
    var catalog = new MetricCatalog();
    ScaleMetrics.addTo(catalog);
    var time = new SystemTime();
    grpc = new GrpcService("127.0.0.1", 0, new TokenGate(TOKEN::equals), List.of(desk), List.of());
    loop =
        new ScaleLoop(
            new ScaleLoop.Standing(
                LEASE,
                () -> new HolderId(ControlAddress.holder(name, "127.0.0.1:" + grpc.port())),
                new StoreLeaderLease(transactions, SqlScaling.LEASE, LEASE)),
            new ScaleLoop.Parts(
                policy,
                ControlSettings.DEFAULT,
                Duration.ofMillis(200),
                Duration.ofDays(1),
                "test",
                signals,
                new SqlDecisionLog(transactions),
                new StatusNote(new SqlDocuments(store)),
                new ScaleMetrics(new Meters(catalog))),
            desk,
            time);
  }

  ScaleServer start() {
    grpc.start();
    loop.start();
    return this;
  }

  @Override
  public void close() {
    loop.stop();
    grpc.stop();
  }
}
