package dev.tidemill.jobs;

import java.time.Duration;

/**
 * The right of one process incarnation to hold jobs.
 *
 * @param id new for every registration, so a restarted worker is never taken for its former self
 */
public record WorkerLease(long id, String name, Duration length) {}
