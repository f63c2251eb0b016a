package dev.tidemill.jobs;

import dev.tidemill.core.job.RunId;

/**
 * @param existed true when the idempotency key was known and nothing new was created
 */
public record Submitted(RunId run, boolean existed) {}
