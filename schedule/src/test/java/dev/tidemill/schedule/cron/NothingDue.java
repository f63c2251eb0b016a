package dev.tidemill.schedule.cron;

import dev.tidemill.schedule.leader.Term;
import java.time.Duration;
import java.util.Optional;

/** TEST DOUBLE: there are no schedules. */
final class NothingDue implements Firing {
  private static final Fired NONE = new Fired(0, 0, 0, 0, Optional.empty());

  @Override
  public Fired fire(Term term, int most) {
    return NONE;
  }

  @Override
  public Fired startQueued(Term term, int most) {
    return NONE;
  }

  @Override
  public int forget(Duration age) {
    return 0;
  }
}
