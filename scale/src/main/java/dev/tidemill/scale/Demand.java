package dev.tidemill.scale;

import java.time.Duration;
import java.util.List;

/**
 * The work that needs one set of capabilities.
 *
 * @param waiting jobs that could be claimed now
 * @param inFlight jobs that are claimed
 * @param oldestWait how long the longest waiting job waits
 * @param dueParked parked jobs that are due
 * @param queries query work that waits or runs
 * @param oldestQuery how long the longest waiting query work waits
 * @param dueSoon jobs that schedules will start shortly
 * @param pace how fast such jobs come and how long they take
 */
public record Demand(
    CapabilitySet capabilities,
    Reading<Integer> waiting,
    Reading<Integer> inFlight,
    Reading<Duration> oldestWait,
    Reading<Integer> dueParked,
    Reading<Integer> queries,
    Reading<Duration> oldestQuery,
    Reading<Integer> dueSoon,
    Pace pace) {

  /** Of an unknown pace. */
  public Demand(
      CapabilitySet capabilities,
      Reading<Integer> waiting,
      Reading<Integer> inFlight,
      Reading<Duration> oldestWait,
      Reading<Integer> dueParked,
      Reading<Integer> queries,
      Reading<Duration> oldestQuery,
      Reading<Integer> dueSoon) {
    this(
        capabilities,
        waiting,
        inFlight,
        oldestWait,
        dueParked,
        queries,
        oldestQuery,
        dueSoon,
        Pace.UNKNOWN);
  }

  /**
   * What was measured of such jobs lately.
   *
   * @param duration how long one runs, on average
   * @param arrivals how many come in a second
   */
  public record Pace(Reading<Duration> duration, Reading<Double> arrivals) {
    public static final Pace UNKNOWN =
        new Pace(new Reading.Unknown<>("not measured"), new Reading.Unknown<>("not measured"));
  }

  /** All there is to do now. What runs counts: a fleet must not shrink under its own work. */
  public Reading<Integer> tasks() {
    return Reading.sum(List.of(waiting, inFlight, dueParked, queries));
  }
}
