package dev.tidemill.schedule.timing;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** The rhythm of a schedule. */
public sealed interface Timing permits Cron, Every {

  /**
   * The first tick after a moment.
   *
   * @param anchor where intervals are counted from
   */
  Optional<Instant> next(Instant after, Instant anchor, ZoneId zone);
}
