package dev.tidemill.metrics.compact;

import dev.tidemill.core.config.Durations;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunFilter;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.metrics.catalogue.Catalogue;
import dev.tidemill.promql.series.TimeRange;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for {@link MetricUpkeep} in time. However many processes do so, there is one job in an
 * interval, and no other while it is open: where no worker can run it, none pile up. Where there is
 * no sample there is no job.
 */
public final class UpkeepCalls extends BaseService {
  private final JobIntake intake;
  private final Catalogue catalogue;
  private final Duration every;
  private final @Nullable Duration retention;
  private final TimeSource time;
  private final Loop loop;
  private boolean first = true;

  /**
   * @param retention null means for ever
   */
  public UpkeepCalls(
      JobIntake intake,
      Catalogue catalogue,
      Duration every,
      @Nullable Duration retention,
      TimeSource time) {
    super("metrics upkeep calls");
    this.intake = intake;
    this.catalogue = catalogue;
    this.every = every;
    this.retention = retention;
    this.time = time;
    this.loop = new Loop("metrics upkeep calls", time, this::step);
  }

  private Duration step() {
    // A process that has just started has other things to do.
    if (!first) {
      call();
    }
    first = false;
    return every;
  }

  /** Whether a job was asked for. */
  public boolean call() {
    if (catalogue.list(TimeRange.ALL).isEmpty() || isOpen()) {
      return false;
    }
    var payload = Json.object();
    if (retention != null) {
      payload.put("retention", Durations.format(retention));
    }
    long interval = time.now().toEpochMilli() / every.toMillis();
    JobSpec job =
        JobSpec.of(MetricUpkeep.TYPE, Json.write(payload))
            .limits(new JobLimits(JobLimits.DEFAULT.timeout(), 1));
    RunSpec run =
        RunSpec.of(MetricUpkeep.TYPE.name(), List.of(job))
            .tenant(catalogue.tenant())
            .idempotencyKey(MetricUpkeep.TYPE.name() + "/" + interval);
    return !intake.submit(run).existed();
  }

  private boolean isOpen() {
    List<RunView> newest =
        intake.runs(new RunFilter(null, MetricUpkeep.TYPE.name()), new Page(0, 1));
    return newest.stream().anyMatch(run -> !run.status().ended());
  }

  @Override
  protected void open() {
    loop.start();
  }

  @Override
  protected void close() {
    loop.stop();
  }
}
