package dev.tidemill.schedule.leader;

import dev.tidemill.core.state.TransitionTable;

/** Where a node stands in the election. */
public enum ElectorState {
  /** Looks for a free lease. */
  FOLLOWER,
  /** Holds the lease, renews it, and its work runs. */
  LEADER,
  /** Lost the lease; its work has been told to end and has not ended. */
  STEPPING_DOWN,
  /** Was told to stop; its work has been told to end and has not ended. */
  STOPPING,
  STOPPED;

  public static final TransitionTable<ElectorState, ElectorEvent> TABLE =
      TransitionTable.startingAt("elector", FOLLOWER, ElectorEvent.class)
          .on(FOLLOWER, ElectorEvent.WON, LEADER)
          .on(LEADER, ElectorEvent.LOST, STEPPING_DOWN)
          .on(STEPPING_DOWN, ElectorEvent.WORK_ENDED, FOLLOWER)
          .on(FOLLOWER, ElectorEvent.STOP_ASKED, STOPPED)
          .on(LEADER, ElectorEvent.STOP_ASKED, STOPPING)
          .on(STEPPING_DOWN, ElectorEvent.STOP_ASKED, STOPPING)
          .on(STOPPING, ElectorEvent.WORK_ENDED, STOPPED)
          .build();
}
