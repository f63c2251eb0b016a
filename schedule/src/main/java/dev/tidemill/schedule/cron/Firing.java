package dev.tidemill.schedule.cron;

import dev.tidemill.schedule.leader.Term;
import java.time.Duration;

/** Where fires happen. Thread-safe; safe with any number of callers at once. */
public interface Firing {

  /**
   * Fires what is due, of so many schedules at most, in one transaction. What another is busy with
   * is left to it.
   */
  Fired fire(Term term, int most);

  /** Starts what waited for a run that has ended meanwhile, of so many schedules at most. */
  Fired startQueued(Term term, int most);

  /** Forgets fires that are over and older than this. */
  int forget(Duration age);
}
