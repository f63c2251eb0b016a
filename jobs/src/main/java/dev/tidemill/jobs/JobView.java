package dev.tidemill.jobs;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.Stage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A job as it stands. */
public record JobView(
    JobId id,
    RunId run,
    Stage stage,
    int ordinal,
    JobType type,
    JobStatus status,
    Epoch epoch,
    int failures,
    int maxAttempts,
    boolean cancelRequested,
    Instant notBefore,
    @Nullable String checkpoint,
    @Nullable String result,
    @Nullable String error) {}
