package dev.tidemill.jobs.drill;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Fails: always, or as often as it is told and then succeeds. */
final class FailDrill implements JobHandler<FailDrill.Fault> {

  /**
   * @param times how often to fail before it succeeds; absent means always
   * @param retryable whether trying again is of use; absent means yes
   */
  record Fault(@Nullable Integer times, @Nullable Boolean retryable, @Nullable String message) {}

  @Override
  public JobType type() {
    return JobType.of("fail");
  }

  @Override
  public Class<Fault> payloadClass() {
    return Fault.class;
  }

  @Override
  public JobLimits limits() {
    return new JobLimits(Duration.ofMinutes(1), 3);
  }

  @Override
  public JobOutcome run(Fault fault, JobContext context) {
    if (fault.times != null && context.failures() >= fault.times) {
      return JobOutcome.Done.nothing();
    }
    String message = fault.message == null ? "failed as it was told to" : fault.message;
    return new JobOutcome.Fail(
        Problem.of(CoreError.UNAVAILABLE, message).next("nothing to mend: this is a drill"),
        fault.retryable == null || fault.retryable);
  }
}
