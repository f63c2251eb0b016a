package dev.tidemill.schedule.cron;

import java.time.Duration;

/** What the leader does next. */
public sealed interface CronAction {

  record Fire(int most) implements CronAction {}

  record StartQueued(int most) implements CronAction {}

  record Forget(Duration age) implements CronAction {}

  /** Nothing, for so long at most. */
  record Wait(Duration time) implements CronAction {}
}
