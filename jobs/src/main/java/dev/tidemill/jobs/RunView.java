package dev.tidemill.jobs;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.OnJobFailure;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.state.Tally;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A run as it stands. */
public record RunView(
    RunId id,
    String tenant,
    String kind,
    RunStatus status,
    OnJobFailure onJobFailure,
    Tally tally,
    String spec,
    @Nullable String error,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt) {}
