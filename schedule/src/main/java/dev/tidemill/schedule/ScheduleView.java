package dev.tidemill.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it is.
 *
 * @param nextFire when it fires next; absent when it will not
 * @param lastFire the tick that last started a run
 * @param fired how often it has fired by itself
 */
public record ScheduleView(
    ScheduleSpec spec,
    ScheduleState state,
    @Nullable Instant nextFire,
    @Nullable Instant lastFire,
    long fired,
    Instant createdAt,
    Instant updatedAt) {

  public String name() {
    return spec.name();
  }
}
