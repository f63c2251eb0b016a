package dev.tidemill.core.job;

/**
 * A job created by another one's completion. {@code ordinal} makes the fan-out idempotent: a child
 * is unique in its run, stage and ordinal, however often its parent runs.
 */
public record ChildJob(JobType type, int ordinal, String payload) {}
