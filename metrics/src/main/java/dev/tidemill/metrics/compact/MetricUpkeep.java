package dev.tidemill.metrics.compact;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.metrics.catalogue.Catalogue;
import dev.tidemill.metrics.catalogue.SegmentSweep;
import dev.tidemill.promql.syntax.Durations;
import org.jspecify.annotations.Nullable;

/**
 * The job {@code metrics_upkeep}: compacts, drops what is older than the payload's {@code
 * retention} (as {@code 30d}; nothing when there is none), and sweeps. Doing it twice, or at two
 * places at once, is harmless.
 */
public final class MetricUpkeep implements JobHandler<MetricUpkeep.Payload> {
  static final JobType TYPE = JobType.of("metrics_upkeep");

  private final Catalogue catalogue;
  private final Compaction compaction;
  private final SegmentSweep sweep;
  private final TimeSource time;

  /**
   * @param retention how long samples are kept; null means for ever
   */
  public record Payload(@Nullable String retention) {}

  public MetricUpkeep(
      Catalogue catalogue, Compaction compaction, SegmentSweep sweep, TimeSource time) {
    this.catalogue = catalogue;
    this.compaction = compaction;
    this.sweep = sweep;
    this.time = time;
  }

  @Override
  public JobType type() {
    return TYPE;
  }

  @Override
  public Class<Payload> payloadClass() {
    return Payload.class;
  }

  @Override
  public JobOutcome run(Payload payload, JobContext context) throws InterruptedException {
    run(payload);
    return JobOutcome.Done.nothing();
  }

  /** Returns how many segments and objects went. */
  public int run(Payload payload) throws InterruptedException {
    int gone = 0;
    if (payload.retention() != null) {
      gone += catalogue.dropBefore(time.now().minus(Durations.parse(payload.retention())));
    }
    return gone + compaction.run() + sweep.sweep();
  }
}
