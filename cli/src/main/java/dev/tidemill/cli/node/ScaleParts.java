package dev.tidemill.cli.node;

import dev.tidemill.adapters.control.ControlDesk;
import dev.tidemill.adapters.control.ScaleLoop;
import dev.tidemill.adapters.control.ScaleMetrics;
import dev.tidemill.adapters.keda.KedaScaler;
import dev.tidemill.adapters.link.GrpcService;
import dev.tidemill.adapters.link.TokenGate;
import dev.tidemill.cli.Build;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.config.Config;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.service.Service;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.store.SqlDocuments;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.metrics.MetricStore;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScaleConfig;
import dev.tidemill.scale.Scaling;
import dev.tidemill.scale.log.SqlDecisionLog;
import dev.tidemill.scale.signal.SqlSignals;
import dev.tidemill.scale.store.SqlScaling;
import dev.tidemill.scale.store.StatusNote;
import dev.tidemill.schedule.CronConfig;
import dev.tidemill.schedule.leader.HolderId;
import dev.tidemill.schedule.leader.LeaseSettings;
import dev.tidemill.schedule.leader.StoreLeaderLease;
import dev.tidemill.server.ServerConfig;
import dev.tidemill.server.access.Access;
import dev.tidemill.server.http.HttpSettings;
import dev.tidemill.server.route.Caller;
import dev.tidemill.server.route.Role;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From settings to a controller and the port that adapters call. */
final class ScaleParts {
  /** Metrics of the past are not asked for. */
  private static final Reading<Double> UNASKED = new Reading.Unknown<>("there are no metrics here");

  private final Config config;
  private final GrpcService grpc;
  private final KedaScaler keda;
  private final ScaleLoop loop;

  private ScaleParts(
      Settings settings,
      Store store,
      StoreTransactions transactions,
      Optional<MetricStore> metrics,
      Meters meters,
      TimeSource time) {
    config = settings.config();
    var desk = new ControlDesk();
    String host = config.get(ServerConfig.HOST);
    int port = settings.grpcPort();
    Access access = Node.access(config, HttpSettings.on(host, port));
    var note = new StatusNote(new SqlDocuments(store));
    SqlSignals signals = signals(config, transactions);
    // It tells how much there is to do and nothing else, as /metrics does; KEDA shows no token.
    keda =
        new KedaScaler(
            () -> signals.read().demand(),
            capabilities -> note.serves(capabilities.toString()),
            time,
            config.get(ScaleConfig.ROUND));
    grpc =
        new GrpcService(
            host,
            port,
            new TokenGate(token -> caller(access, token)),
            List.of(desk),
            List.of(keda));
    LeaseSettings lease = CronConfig.lease(config);
    loop =
        new ScaleLoop(
            // In the store also where schedules have Redis: its terms are what fences controllers.
            new ScaleLoop.Standing(
                lease, this::holder, new StoreLeaderLease(transactions, SqlScaling.LEASE, lease)),
            new ScaleLoop.Parts(
                ScaleConfig.policy(
                    config,
                    config.get(ScaleConfig.POLICY),
                    query ->
                        metrics
                            .map(known -> MetricParts.number(known, query, time))
                            .orElseGet(() -> UNASKED)),
                ScaleConfig.control(config),
                config.get(ScaleConfig.ROUND),
                config.get(ScaleConfig.KEEP),
                Build.version(),
                signals,
                new SqlDecisionLog(transactions),
                note,
                new ScaleMetrics(meters)),
            desk,
            time);
  }

  /** Nothing where there is no database. */
  static @Nullable ScaleParts of(
      Settings settings,
      Seams seams,
      Optional<MetricStore> metrics,
      Meters meters,
      TimeSource time) {
    return seams.database().isEmpty() || seams.transactions().isEmpty()
        ? null
        : new ScaleParts(
            settings, seams.database().get(), seams.transactions().get(), metrics, meters, time);
  }

  /** What can be asked about scaling, by whoever has the store. */
  static Scaling scaling(
      Config config, Store store, StoreTransactions transactions, TimeSource time) {
    return new SqlScaling(
        transactions,
        signals(config, transactions),
        new SqlDecisionLog(transactions),
        new StatusNote(new SqlDocuments(store)),
        config.get(ScaleConfig.POLICY),
        name -> ScaleConfig.policy(config, name, query -> UNASKED),
        time);
  }

  /** The port first, because the controller tells where it is; stopped the other way round. */
  List<Service> services() {
    return List.of(new Answering(keda), grpc, loop);
  }

  /** Ends the streams of KEDA's questions when the port is closed. */
  private static final class Answering extends BaseService {
    private final KedaScaler scaler;

    Answering(KedaScaler scaler) {
      super("keda");
      this.scaler = scaler;
    }

    @Override
    protected void open() {}

    @Override
    protected void close() {
      scaler.close();
    }
  }

  /** Where adapters call, once started. */
  String address() {
    return host() + ":" + grpc.port();
  }

  private static SqlSignals signals(Config config, StoreTransactions transactions) {
    return new SqlSignals(transactions, config.get(ScaleConfig.LEAD));
  }

  private HolderId holder() {
    return new HolderId(Scaling.ControlAddress.holder(CronParts.holder(config).value(), address()));
  }

  private static boolean caller(Access access, @Nullable String token) {
    return token == null
        ? access.withoutToken().covers(Role.WORKER)
        : access.withToken(token).filter(ScaleParts::worker).isPresent();
  }

  private static boolean worker(Caller caller) {
    return caller.covers(Role.WORKER);
  }

  private String host() {
    String host =
        config.find(Settings.GRPC_ADVERTISE).orElseGet(() -> config.get(ServerConfig.HOST));
    if (host.equals("0.0.0.0") || host.equals("::") || host.isEmpty()) {
      try {
        host = InetAddress.getLocalHost().getHostAddress();
      } catch (UnknownHostException e) {
        host = HttpSettings.LOOPBACK;
      }
    }
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
