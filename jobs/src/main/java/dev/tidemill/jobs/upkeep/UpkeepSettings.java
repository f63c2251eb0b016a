package dev.tidemill.jobs.upkeep;

import java.time.Duration;

/**
 * @param every how often a pass is due
 * @param keep how long ended runs are kept
 * @param standby take part only when told that nobody else does
 */
public record UpkeepSettings(Duration every, Duration keep, boolean standby) {
  public static final Duration DEFAULT_EVERY = Duration.ofSeconds(5);
  public static final Duration DEFAULT_KEEP = Duration.ofDays(7);
}
