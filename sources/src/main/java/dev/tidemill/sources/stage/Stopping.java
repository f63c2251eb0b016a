package dev.tidemill.sources.stage;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.StopReason;
import java.util.Optional;

/** Work that a shutdown broke off goes back, whatever error the breaking off looked like. */
final class Stopping {
  private Stopping() {}

  interface Work {
    JobOutcome run() throws InterruptedException;
  }

  static JobOutcome orHandBack(JobContext context, Work work) throws InterruptedException {
    try {
      return work.run();
    } catch (InterruptedException | RuntimeException e) {
      if (context.stopRequested().equals(Optional.of(StopReason.SHUTDOWN))) {
        return new JobOutcome.HandBack(null);
      }
      throw e;
    }
  }
}
