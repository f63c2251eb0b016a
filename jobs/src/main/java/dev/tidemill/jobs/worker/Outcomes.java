package dev.tidemill.jobs.worker;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.ChildJob;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.StopReason;
import dev.tidemill.core.time.Backoff;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.Settlement;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** From what code returned, and what it had been told, to what the store is asked to record. */
final class Outcomes {
  private final Backoff retry;
  private final Function<ChildJob, JobSpec> children;
  private final RandomGenerator random;

  /**
   * @param children how a child is to be run: its queue and limits
   */
  Outcomes(Backoff retry, Function<ChildJob, JobSpec> children, RandomGenerator random) {
    this.retry = retry;
    this.children = children;
    this.random = random;
  }

  /** Empty when nothing this execution did may count. */
  Optional<Settlement> settlement(Held held, JobOutcome outcome) {
    StopReason reason = held.reason;
    if (reason == StopReason.LOST) {
      return Optional.empty();
    }
    if (outcome instanceof JobOutcome.Done done) {
      // Also after it was told to stop: the work is done, and doing it again helps nobody.
      return Optional.of(completed(held, done));
    }
    if (reason == StopReason.CANCELLED) {
      return Optional.of(new Settlement.Stopped(held.claim()));
    }
    if (reason == StopReason.TIMED_OUT) {
      return Optional.of(timedOut(held));
    }
    return Optional.of(
        switch (outcome) {
          case JobOutcome.Done done -> completed(held, done);
          case JobOutcome.Park(var delay, var checkpoint) ->
              new Settlement.Parked(held.claim(), delay, checkpoint);
          case JobOutcome.HandBack(var checkpoint) ->
              new Settlement.HandedBack(held.claim(), checkpoint);
          case JobOutcome.Restage(var problem) ->
              new Settlement.Restaged(held.claim(), problem, retry.after(1, random));
          case JobOutcome.Fail(var problem, var retryable) ->
              // What fails while the worker goes down mostly fails because of that.
              reason == StopReason.SHUTDOWN && retryable
                  ? new Settlement.HandedBack(held.claim(), null)
                  : failed(held, problem, retryable);
        });
  }

  Settlement timedOut(Held held) {
    return failed(
        held,
        Problem.of(
                JobsError.JOB_TIMED_OUT,
                "the execution took longer than %d s".formatted(held.job.timeout().toSeconds()))
            .next("give the job type a longer timeout, or make its jobs smaller"),
        true);
  }

  private Settlement completed(Held held, JobOutcome.Done done) {
    List<JobSpec> specs = done.children().stream().map(children).toList();
    return new Settlement.Completed(held.claim(), done.outputs(), specs, done.result());
  }

  private Settlement failed(Held held, Problem problem, boolean retryable) {
    return new Settlement.Failed(
        held.claim(), problem, retryable, retry.after(held.job.failures() + 1, random));
  }
}
