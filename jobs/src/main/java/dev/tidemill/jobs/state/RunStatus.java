package dev.tidemill.jobs.state;

import static dev.tidemill.jobs.state.RunStatus.Event.*;

import dev.tidemill.core.state.TransitionTable;
import java.util.Locale;

/** Where a run is. */
public enum RunStatus {
  PENDING,
  STAGING,
  /** All staging is done; the exec stage exists and waits. */
  READY,
  EXECUTING,
  COMPLETED,
  FAILED,
  /** Asked to stop; some jobs still run. */
  CANCELLING,
  CANCELLED;

  /** What happens to a run. */
  public enum Event {
    /** The first plan or chunk was claimed. */
    BEGIN_STAGING,
    OPEN_GATE,
    /** The first exec job was claimed. */
    BEGIN_EXECUTING,
    FINISH,
    /** A job failed for good, or the deadline passed. */
    FAIL,
    CANCEL,
    /** The last job that was asked to stop has stopped. */
    ALL_STOPPED,
    RETRY
  }

  public static final TransitionTable<RunStatus, Event> TABLE =
      TransitionTable.startingAt("run", PENDING, Event.class)
          .on(PENDING, BEGIN_STAGING, STAGING)
          .on(STAGING, OPEN_GATE, READY)
          .on(READY, BEGIN_EXECUTING, EXECUTING)
          .on(PENDING, BEGIN_EXECUTING, EXECUTING)
          .on(EXECUTING, FINISH, COMPLETED)
          .on(PENDING, FAIL, FAILED)
          .on(STAGING, FAIL, FAILED)
          .on(READY, FAIL, FAILED)
          .on(EXECUTING, FAIL, FAILED)
          .on(PENDING, CANCEL, CANCELLING)
          .on(STAGING, CANCEL, CANCELLING)
          .on(READY, CANCEL, CANCELLING)
          .on(EXECUTING, CANCEL, CANCELLING)
          .on(CANCELLING, ALL_STOPPED, CANCELLED)
          .on(FAILED, RETRY, PENDING)
          .on(CANCELLED, RETRY, PENDING)
          .build();

  public boolean ended() {
    return this == COMPLETED || this == FAILED || this == CANCELLED;
  }

  /** May jobs of this run still be claimed? */
  public boolean open() {
    return !ended() && this != CANCELLING;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static RunStatus parse(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
