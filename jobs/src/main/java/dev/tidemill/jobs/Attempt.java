package dev.tidemill.jobs;

import dev.tidemill.core.job.Epoch;
import dev.tidemill.core.job.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One execution that ended.
 *
 * @param worker the name of who ran it
 * @param outcome completed, parked, failed, handed_back, cancelled or lost
 */
public record Attempt(
    JobId job,
    Epoch epoch,
    String worker,
    Instant claimedAt,
    Instant endedAt,
    String outcome,
    @Nullable String error) {}
