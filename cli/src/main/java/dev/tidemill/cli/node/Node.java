package dev.tidemill.cli.node;

import dev.tidemill.adapters.control.ScaleMetrics;
import dev.tidemill.adapters.ecs.TaskProtection;
import dev.tidemill.adapters.kubernetes.PodDeletionCost;
import dev.tidemill.cli.Build;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.config.Config;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.service.Service;
import dev.tidemill.core.service.ServiceGroup;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.JobsConfig;
import dev.tidemill.jobs.store.SqlDocuments;
import dev.tidemill.jobs.upkeep.Recovery;
import dev.tidemill.jobs.upkeep.UpkeepLoop;
import dev.tidemill.jobs.upkeep.UpkeepMetrics;
import dev.tidemill.jobs.upkeep.UpkeepSettings;
import dev.tidemill.jobs.worker.Degradation;
import dev.tidemill.jobs.worker.JobWorker;
import dev.tidemill.jobs.worker.WorkerMetrics;
import dev.tidemill.metrics.MetricStore;
import dev.tidemill.schedule.cron.CronMetrics;
import dev.tidemill.server.ServerConfig;
import dev.tidemill.server.access.WorkerTokenAccess;
import dev.tidemill.server.http.HttpService;
import dev.tidemill.server.http.HttpSettings;
import dev.tidemill.server.prometheus.QueryConfig;
import dev.tidemill.server.route.RouteTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of one process, put together by its role and settings. */
public final class Node implements AutoCloseable {
  private final Seams seams;
  private final ServiceGroup services;
  private final @Nullable JobWorker worker;
  private final @Nullable HttpService http;
  private final @Nullable ScaleParts scale;
  private final String host;
  private final boolean open;
  private final Recovery recovery;

  private Node(
      Seams seams,
      List<Service> services,
      @Nullable JobWorker worker,
      @Nullable HttpService http,
      @Nullable ScaleParts scale,
      Config config) {
    this.seams = seams;
    this.services = new ServiceGroup("tidemill", services);
    this.worker = worker;
    this.http = http;
    this.scale = scale;
    this.host = config.get(ServerConfig.HOST);
    this.open =
        config.find(ServerConfig.WORKER_TOKEN).isEmpty()
            && config.find(ServerConfig.ADMIN_TOKEN).isEmpty();
    this.recovery = recovery(config);
  }

  /**
   * Which parts to run.
   *
   * @param cron stands for election and fires schedules, where there is a database
   * @param standby upkeep only when nobody else does it
   * @param port of the HTTP server; absent means none
   * @param whose on whose behalf sources are read
   */
  public record Parts(
      boolean api,
      boolean worker,
      boolean cron,
      boolean standby,
      Optional<Integer> port,
      Seams.Migrate migrate,
      DataParts.Whose whose) {}

  /** Everything the program counts. */
  public static MetricCatalog metrics() {
    var catalog = new MetricCatalog();
    WorkerMetrics.addTo(catalog);
    UpkeepMetrics.addTo(catalog);
    CronMetrics.addTo(catalog);
    ScaleMetrics.addTo(catalog);
    return catalog;
  }

  public static Node open(Settings settings, Parts parts) {
    var time = new SystemTime();
    Config config = settings.config();
    var meters = new Meters(metrics());
    Seams seams = Seams.open(settings, time, parts.migrate(), parts.api());
    var data = new DataParts(settings, time, parts.whose());
    try {
      var services = new ArrayList<Service>();
      Optional<MetricStore> metrics =
          seams
              .database()
              .filter(store -> parts.api())
              .map(store -> MetricParts.store(config, store, data.objects(), time));
      // Before the edge that writes to it, so that it also stops after it.
      metrics.ifPresent(services::add);
      metrics.ifPresent(
          of -> services.addAll(MetricParts.services(config, seams, of, meters, time)));
      HttpService http =
          parts
              .port()
              .map(port -> http(settings, parts, port, seams, data, metrics, meters, time))
              .orElse(null);
      if (http != null) {
        services.add(http);
      }
      UpkeepLoop upkeep = upkeep(config, parts, seams, meters, time);
      if (upkeep != null) {
        services.add(upkeep);
      }
      JobWorker worker = null;
      if (parts.worker()) {
        Runnable due = upkeep == null ? () -> {} : upkeep::due;
        worker = WorkerParts.worker(config, data, seams, time, meters, due);
        services.add(worker);
        JobWorker busy = worker;
        config
            .find(Settings.POD)
            .map(pod -> PodDeletionCost.kept(pod, busy::running, time))
            .ifPresent(services::add);
        config
            .find(Settings.TASK)
            .map(task -> TaskProtection.kept(task, busy::running, time))
            .ifPresent(services::add);
        if (config.get(Settings.DEGRADE) && http != null) {
          services.add(new LoadWatch(worker, Degradation.DEFAULT, time));
        }
      }
      if (parts.cron()) {
        // Last, so that it stops first: nothing may be fired while the rest goes down.
        seams
            .transactions()
            .map(in -> CronParts.cron(config, in, time, meters))
            .ifPresent(services::add);
      }
      ScaleParts scale = parts.api() ? ScaleParts.of(settings, seams, metrics, meters, time) : null;
      if (scale != null) {
        services.addAll(scale.services());
      }
      return new Node(seams, services, worker, http, scale, config);
    } catch (RuntimeException e) {
      seams.close();
      throw e;
    }
  }

  private static Recovery recovery(Config config) {
    return new Recovery(config.get(JobsConfig.LEASE), config.get(JobsConfig.UPKEEP_EVERY));
  }

  private static @Nullable UpkeepLoop upkeep(
      Config config, Parts parts, Seams seams, Meters meters, SystemTime time) {
    var settings =
        new UpkeepSettings(
            config.get(JobsConfig.UPKEEP_EVERY), config.get(JobsConfig.KEEP), parts.standby());
    return seams
        .upkeep()
        .map(
            upkeep ->
                new UpkeepLoop(
                    settings,
                    recovery(config),
                    upkeep,
                    seams.sweep(),
                    seams.permits(),
                    time,
                    new UpkeepMetrics(meters)))
        .orElse(null);
  }

  private static Routes.Data data(
      Settings settings, Seams seams, DataParts data, Optional<MetricStore> metrics) {
    return new Routes.Data(
        data.reconciler(seams.intake(), WorkerParts.handlers(settings.config(), data)),
        settings.folder(),
        data::book,
        seams.database().map(SqlDocuments::new),
        metrics,
        QueryConfig.limits(settings.config()));
  }

  private static HttpService http(
      Settings settings,
      Parts parts,
      int port,
      Seams seams,
      DataParts data,
      Optional<MetricStore> metrics,
      Meters meters,
      SystemTime time) {
    Config config = settings.config();
    RouteTable routes =
        parts.api()
            ? Routes.api(seams, data(settings, seams, data, metrics), meters, time, Build.version())
            : Routes.health(seams, meters);
    String host = config.get(ServerConfig.HOST);
    HttpSettings where = HttpSettings.on(host, port);
    return new HttpService(where, routes, access(config, where), time);
  }

  /** The same for every port of the process. */
  static WorkerTokenAccess access(Config config, HttpSettings where) {
    return WorkerTokenAccess.of(
        where,
        config.find(ServerConfig.WORKER_TOKEN).orElse(null),
        config.find(ServerConfig.ADMIN_TOKEN).orElse(null));
  }

  public void start() {
    services.start();
  }

  /** The orderly end: drains, hands back, falls silent. */
  public void stop() {
    services.stop();
  }

  /** The quick end: whatever is held goes back, whatever runs is left to its fate. */
  public void abandon() {
    if (worker != null) {
      worker.abandon();
    }
  }

  public Seams seams() {
    return seams;
  }

  public Optional<JobWorker> worker() {
    return Optional.ofNullable(worker);
  }

  /** Where the HTTP server listens, once started. */
  public Optional<String> url() {
    return http == null
        ? Optional.empty()
        : Optional.of("http://%s:%d".formatted(host, http.port()));
  }

  /** Where adapters call, once started. */
  public Optional<String> grpc() {
    return Optional.ofNullable(scale).map(ScaleParts::address);
  }

  /** May anybody who reaches it do everything? */
  public boolean open() {
    return open;
  }

  public Duration worstRecovery() {
    return recovery.worstCase();
  }

  @Override
  public void close() {
    try {
      services.stop();
    } finally {
      seams.close();
    }
  }
}
