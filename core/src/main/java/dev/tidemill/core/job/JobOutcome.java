package dev.tidemill.core.job;

import dev.tidemill.core.error.Problem;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one execution of a job ended. */
public sealed interface JobOutcome {

  /**
   * The work is done.
   *
   * @param outputs objects that now count; those not named here never will
   * @param children jobs of the next stage, created in the settling transaction
   * @param result small JSON kept with the job
   */
  record Done(List<Output> outputs, List<ChildJob> children, @Nullable String result)
      implements JobOutcome {
    public Done {
      outputs = List.copyOf(outputs);
      children = List.copyOf(children);
    }

    public static Done nothing() {
      return new Done(List.of(), List.of(), null);
    }

    public static Done outputs(List<Output> outputs) {
      return new Done(outputs, List.of(), null);
    }
  }

  /**
   * The work goes on elsewhere: give up the slot, claim again after {@code delay} with {@code
   * checkpoint}. Costs no failure. A delay, not a moment: only the store's clock counts.
   */
  record Park(Duration delay, String checkpoint) implements JobOutcome {}

  /** The work failed; retryable failures are tried again until the attempts are spent. */
  record Fail(Problem problem, boolean retryable) implements JobOutcome {
    public static Fail of(Problem problem) {
      return new Fail(problem, problem.code().retryable());
    }
  }

  /**
   * What the plan of this chunk had prepared is gone, so nothing that was staged by it may be used:
   * the plan runs again, and everything it had created is thrown away. Costs the plan a failure.
   */
  record Restage(Problem problem) implements JobOutcome {}

  /**
   * The work was interrupted through no fault of its own: pending again at once, free of charge.
   */
  record HandBack(@Nullable String checkpoint) implements JobOutcome {}
}
