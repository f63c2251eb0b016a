package dev.tidemill.scale;

import dev.tidemill.core.state.TransitionTable;
import java.util.EnumSet;

/** Where a group of workers stands. */
public enum GroupState {
  STARTING,
  RUNNING,
  /** Asked to end; its workers finish what they have and take nothing new. */
  DRAINING,
  /** All its workers have ended, as asked. */
  GONE,
  /** Its workers ended unasked, or never came up. */
  FAILED;

  public static final TransitionTable<GroupState, GroupEvent> TABLE =
      TransitionTable.startingAt("group", STARTING, GroupEvent.class)
          .on(STARTING, GroupEvent.READY, RUNNING)
          .on(EnumSet.of(STARTING, RUNNING), GroupEvent.DRAIN, DRAINING)
          .on(DRAINING, GroupEvent.UNDRAIN, RUNNING)
          .on(DRAINING, GroupEvent.ENDED, GONE)
          .on(EnumSet.of(STARTING, RUNNING), GroupEvent.ENDED, FAILED)
          .build();

  /** Is it work force, now or soon? */
  public boolean supply() {
    return this == STARTING || this == RUNNING;
  }
}
