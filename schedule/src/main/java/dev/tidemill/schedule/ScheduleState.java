package dev.tidemill.schedule;

import dev.tidemill.core.state.TransitionTable;
import java.util.EnumSet;

/** Where a schedule stands. */
public enum ScheduleState {
  ACTIVE,
  /** Fires nothing by itself; can still be triggered by hand. */
  PAUSED,
  /** Its end has passed. */
  EXPIRED,
  /** It has run as often as it may. */
  COMPLETED;

  public static final TransitionTable<ScheduleState, ScheduleEvent> TABLE =
      TransitionTable.startingAt("schedule", ACTIVE, ScheduleEvent.class)
          .on(ACTIVE, ScheduleEvent.PAUSE, PAUSED)
          .on(PAUSED, ScheduleEvent.RESUME, ACTIVE)
          .on(EnumSet.of(ACTIVE, PAUSED), ScheduleEvent.END_PASSED, EXPIRED)
          .on(EnumSet.of(ACTIVE, PAUSED), ScheduleEvent.RUNS_SPENT, COMPLETED)
          .build();
}
