package dev.tidemill.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Schedules, for those who make and watch them. Thread-safe. Every call is one transaction. Those
 * that name a schedule throw {@code NOT_FOUND} where there is none.
 */
public interface Schedules {

  /**
   * Creates a schedule, or makes the one of that name as asked for. Doing so again changes nothing,
   * least of all its rhythm. One that had ended and is changed begins anew; one that is paused
   * stays so.
   */
  Applied put(ScheduleSpec spec);

  Optional<ScheduleView> find(String name);

  /** All of them, in order of name, whatever their state; {@code after} is the last one seen. */
  List<ScheduleView> list(String after, int limit);

  /** Fires nothing by itself from now on. Pausing twice changes nothing. */
  ScheduleView pause(String name);

  /** Goes on with the next tick from now; what passed meanwhile is not made up for. */
  ScheduleView resume(String name);

  /** Starts a run now, whatever state the schedule is in; its rhythm does not change. */
  Fire trigger(String name);

  /** Removes it with its history; its runs stay. */
  void delete(String name);

  /**
   * What it did, newest first.
   *
   * @param before only what is older than this
   */
  List<Fire> history(String name, @Nullable Instant before, int limit);

  /** When it fires next; nothing while it is paused or when it has ended. */
  List<Instant> next(String name, int count);

  /** What asking for a schedule changed. */
  enum Change {
    CREATED,
    CHANGED,
    UNCHANGED
  }

  /** A schedule after it was asked for. */
  record Applied(Change change, ScheduleView schedule) {}
}
