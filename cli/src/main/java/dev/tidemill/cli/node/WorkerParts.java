package dev.tidemill.cli.node;

import dev.tidemill.cli.Build;
import dev.tidemill.core.config.Config;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobsConfig;
import dev.tidemill.jobs.drill.Drills;
import dev.tidemill.jobs.worker.Handlers;
import dev.tidemill.jobs.worker.JobWorker;
import dev.tidemill.jobs.worker.WorkerMetrics;
import dev.tidemill.jobs.worker.WorkerSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/** From settings to a worker. */
public final class WorkerParts {
  private WorkerParts() {}

  /** Everything this program can run, as the installation's settings want it. */
  public static Handlers handlers(Config config, DataParts data) {
    return handlers(config, data, List.of());
  }

  private static Handlers handlers(Config config, DataParts data, List<JobHandler<?>> more) {
    var own = new ArrayList<JobHandler<?>>(Drills.all());
    own.addAll(data.handlers());
    own.addAll(more);
    return Handlers.load(own).settings(spec -> JobsConfig.apply(config, spec));
  }

  static JobWorker worker(
      Config config,
      DataParts data,
      Seams seams,
      TimeSource time,
      Meters meters,
      Runnable upkeepDue) {
    return new JobWorker(
        settings(config),
        handlers(config, data, MetricParts.handlers(seams, data.objects(), time))
            .only(config.get(JobsConfig.TYPES)),
        seams.leases(),
        seams.permits(),
        time,
        new WorkerMetrics(meters),
        upkeepDue);
  }

  static WorkerSettings settings(Config config) {
    String host = host();
    return new WorkerSettings(
        config.find(JobsConfig.WORKER_ID).orElseGet(() -> host + "-" + eightDigits()),
        config.find(JobsConfig.WORKER_GROUP).orElse(null),
        host,
        ProcessHandle.current().pid(),
        Build.version(),
        Slots.of(config),
        config.get(JobsConfig.BATCH),
        config.get(JobsConfig.AHEAD),
        config.get(JobsConfig.CAPABILITIES),
        config.get(JobsConfig.LEASE),
        config.get(JobsConfig.BEAT),
        config.get(JobsConfig.GRACE));
  }

  static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private static String eightDigits() {
    return HexFormat.of().toHexDigits(RandomGenerator.getDefault().nextInt());
  }
}
