package dev.tidemill.jobs;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.Output;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one execution ended, for the store. */
public sealed interface Settlement {

  Claim claim();

  /** The word under which {@code attempts} keeps it. */
  String outcome();

  /** See {@link JobOutcome.Done}. */
  record Completed(
      Claim claim, List<Output> outputs, List<JobSpec> children, @Nullable String result)
      implements Settlement {
    public Completed {
      outputs = List.copyOf(outputs);
      children = List.copyOf(children);
    }

    @Override
    public String outcome() {
      return "completed";
    }
  }

  /** See {@link JobOutcome.Park}. */
  record Parked(Claim claim, Duration delay, String checkpoint) implements Settlement {
    @Override
    public String outcome() {
      return "parked";
    }
  }

  /**
   * See {@link JobOutcome.Fail}.
   *
   * @param delay how long to wait before the next try, if there is one
   */
  record Failed(Claim claim, Problem problem, boolean retryable, Duration delay)
      implements Settlement {
    @Override
    public String outcome() {
      return "failed";
    }
  }

  /**
   * See {@link JobOutcome.Restage}. From a job that is no chunk, a failure like others.
   *
   * @param delay how long to wait before the plan runs again
   */
  record Restaged(Claim claim, Problem problem, Duration delay) implements Settlement {
    @Override
    public String outcome() {
      return "restaged";
    }
  }

  /** See {@link JobOutcome.HandBack}. */
  record HandedBack(Claim claim, @Nullable String checkpoint) implements Settlement {
    @Override
    public String outcome() {
      return "handed_back";
    }
  }

  /** The code stopped because its run was cancelled. */
  record Stopped(Claim claim) implements Settlement {
    @Override
    public String outcome() {
      return "cancelled";
    }
  }

  static Settlement done(Claim claim) {
    return new Completed(claim, List.of(), List.of(), null);
  }
}
