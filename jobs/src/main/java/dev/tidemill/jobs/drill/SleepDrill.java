package dev.tidemill.jobs.drill;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import java.time.Duration;

/** Sleeps, and says how far it is. */
final class SleepDrill implements JobHandler<SleepDrill.Nap> {
  private static final int STEPS = 20;

  /**
   * @param ms how long
   */
  record Nap(long ms) {}

  @Override
  public JobType type() {
    return JobType.of("sleep");
  }

  @Override
  public Class<Nap> payloadClass() {
    return Nap.class;
  }

  @Override
  public JobOutcome run(Nap nap, JobContext context) throws InterruptedException {
    Duration whole = Duration.ofMillis(nap.ms);
    context.log("sleeps for " + whole);
    for (int step = 1; step <= STEPS; step++) {
      context.time().sleep(whole.dividedBy(STEPS));
      context.progress((double) step / STEPS, "asleep");
    }
    return JobOutcome.Done.nothing();
  }
}
