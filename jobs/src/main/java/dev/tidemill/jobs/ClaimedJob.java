package dev.tidemill.jobs;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.Stage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A job in hand. */
public record ClaimedJob(
    JobId id,
    RunId run,
    Stage stage,
    int ordinal,
    JobType type,
    Epoch epoch,
    int failures,
    int maxAttempts,
    Duration timeout,
    String payload,
    @Nullable String checkpoint) {

  public Claim claim() {
    return new Claim(id, run, epoch);
  }
}
