package dev.tidemill.jobs.state;

import static dev.tidemill.jobs.state.JobStatus.Event.*;

import dev.tidemill.core.state.TransitionTable;
import java.util.Locale;

/** Where a job is. */
public enum JobStatus {
  PENDING,
  CLAIMED,
  /** The work goes on elsewhere; claimed again when due. */
  PARKED,
  COMPLETED,
  FAILED,
  CANCELLED;

  /** What happens to a job. */
  public enum Event {
    CLAIM,
    COMPLETE,
    PARK,
    /** It failed with attempts left, or its worker died with attempts left. */
    TRY_AGAIN,
    /** It failed for good: not retryable, or no attempts left. */
    GIVE_UP,
    /** Interrupted by a drain or shutdown: costs nothing. */
    HAND_BACK,
    /** The run was cancelled or failed while nobody held the job. */
    CANCEL,
    /** The holder stopped after being asked to, or was lost after being asked. */
    CONFIRM_CANCEL,
    /** A person asked for another try. */
    RETRY
  }

  public static final TransitionTable<JobStatus, Event> TABLE =
      TransitionTable.startingAt("job", PENDING, Event.class)
          .on(PENDING, CLAIM, CLAIMED)
          .on(PARKED, CLAIM, CLAIMED)
          .on(CLAIMED, COMPLETE, COMPLETED)
          .on(CLAIMED, PARK, PARKED)
          .on(CLAIMED, TRY_AGAIN, PENDING)
          .on(CLAIMED, GIVE_UP, FAILED)
          .on(CLAIMED, HAND_BACK, PENDING)
          .on(CLAIMED, CONFIRM_CANCEL, CANCELLED)
          .on(PENDING, CANCEL, CANCELLED)
          .on(PARKED, CANCEL, CANCELLED)
          .on(FAILED, RETRY, PENDING)
          .on(CANCELLED, RETRY, PENDING)
          .build();

  /** Has the job come to its end, as far as its run is concerned? */
  public boolean ended() {
    return this == COMPLETED || this == FAILED || this == CANCELLED;
  }

  /** As written in the store, the API and on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static JobStatus parse(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
