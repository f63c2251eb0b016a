package dev.tidemill.schedule.cron;

import java.time.Duration;
import java.util.Optional;

/**
 * What one batch did.
 *
 * @param schedules how many were looked at
 * @param started runs
 * @param next how long until something is due, by the store's clock; empty when nothing will be
 */
public record Fired(int schedules, int started, int queued, int skipped, Optional<Duration> next) {}
