package dev.tidemill.core.job;

/**
 * A job created by another one's completion. Its place in the list makes the fan-out idempotent: a
 * child is unique in its parent and place, however often the parent runs.
 */
public record ChildJob(JobType type, String payload) {}
