package dev.tidemill.jobs;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.Stage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job as it stands.
 *
 * @param worker the name of who holds it or held it last
 * @param payload absent in lists, where it would be most of the answer
 */
public record JobView(
    JobId id,
    RunId run,
    Stage stage,
    int ordinal,
    JobType type,
    Queue queue,
    JobStatus status,
    Epoch epoch,
    int failures,
    int maxAttempts,
    long timeoutSeconds,
    int priority,
    @Nullable String key,
    List<String> requires,
    boolean cancelRequested,
    Instant createdAt,
    Instant notBefore,
    @Nullable Instant claimedAt,
    @Nullable Instant endedAt,
    @Nullable String worker,
    @Nullable String checkpoint,
    @Nullable String payload,
    @Nullable String result,
    @Nullable String error) {
  public JobView {
    requires = List.copyOf(requires);
  }
}
