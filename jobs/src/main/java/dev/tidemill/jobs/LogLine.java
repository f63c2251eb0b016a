package dev.tidemill.jobs;

import dev.tidemill.core.job.Epoch;
import java.time.Instant;

/** A line that a job's code left. */
public record LogLine(long id, Epoch epoch, Instant at, String line) {}
