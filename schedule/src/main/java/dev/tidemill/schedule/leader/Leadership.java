package dev.tidemill.schedule.leader;

import java.time.Duration;

/** A reign and the moment, on the node's monotonic clock, at which it is no longer trusted. */
public record Leadership(Term term, Duration until) {

  public boolean trusted(Duration now) {
    return now.compareTo(until) < 0;
  }
}
