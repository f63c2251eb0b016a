package dev.tidemill.jobs.state;

import static dev.tidemill.jobs.state.WorkerStatus.Event.*;

import dev.tidemill.core.state.TransitionTable;
import java.util.List;
import java.util.Locale;

/** Where one incarnation of a worker is. */
public enum WorkerStatus {
  STARTING,
  ACTIVE,
  /** Asked to take no more; finishes what it holds. */
  DRAINING,
  /** Holds nothing and takes nothing. */
  DRAINED,
  /** Was not heard of for a full lease; its jobs went to others. */
  LOST,
  STOPPED;

  /** What happens to a worker. */
  public enum Event {
    READY,
    DRAIN,
    UNDRAIN,
    EMPTY,
    STOP,
    EXPIRE
  }

  public static final TransitionTable<WorkerStatus, Event> TABLE =
      TransitionTable.startingAt("worker", STARTING, Event.class)
          .on(STARTING, READY, ACTIVE)
          .on(ACTIVE, DRAIN, DRAINING)
          .on(DRAINING, UNDRAIN, ACTIVE)
          .on(DRAINING, EMPTY, DRAINED)
          .on(DRAINED, UNDRAIN, ACTIVE)
          .on(STARTING, STOP, STOPPED)
          .on(ACTIVE, STOP, STOPPED)
          .on(DRAINING, STOP, STOPPED)
          .on(DRAINED, STOP, STOPPED)
          .on(STARTING, EXPIRE, LOST)
          .on(ACTIVE, EXPIRE, LOST)
          .on(DRAINING, EXPIRE, LOST)
          .on(DRAINED, EXPIRE, LOST)
          .build();

  /** Those that hold a lease, in order. */
  public static final List<WorkerStatus> LIVE = List.of(STARTING, ACTIVE, DRAINING, DRAINED);

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static WorkerStatus parse(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
