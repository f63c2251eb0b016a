package dev.tidemill.jobs;

import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a run.
 *
 * @param id grows within a run in the order in which things were committed
 * @param kind e.g. {@code completed}, {@code job_failed}
 * @param detail JSON
 */
public record RunEvent(
    long id, RunId run, @Nullable JobId job, Instant at, String kind, String detail) {}
