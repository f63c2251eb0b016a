package dev.tidemill.jobs.drill;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the whole process, as a fault in native code would. */
final class CrashDrill implements JobHandler<CrashDrill.Crash> {
  private static final Logger log = LoggerFactory.getLogger(CrashDrill.class);
  private static final int EXIT = 134;

  /**
   * @param times how often to crash before it succeeds; absent means always
   */
  record Crash(@Nullable Integer times) {}

  @Override
  public JobType type() {
    return JobType.of("crash");
  }

  @Override
  public Class<Crash> payloadClass() {
    return Crash.class;
  }

  @Override
  public JobLimits limits() {
    return new JobLimits(Duration.ofMinutes(1), 2);
  }

  @Override
  public JobOutcome run(Crash crash, JobContext context) {
    if (crash.times != null && context.failures() >= crash.times) {
      return JobOutcome.Done.nothing();
    }
    log.error("{} ends this process, as it was told to", context.job());
    Runtime.getRuntime().halt(EXIT);
    throw new IllegalStateException("the process has ended");
  }
}
