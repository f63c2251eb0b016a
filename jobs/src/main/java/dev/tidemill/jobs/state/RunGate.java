package dev.tidemill.jobs.state;

import dev.tidemill.jobs.state.RunStatus.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides, from what a run's jobs have come to, what becomes of the run. Pure; asked once for each
 * settlement, with the run locked, and giving the same answer when asked again.
 */
public final class RunGate {
  private RunGate() {}

  /**
   * @param execsWaiting exec jobs are to be created when staging is done
   */
  public record Facts(
      RunStatus status, OnJobFailure onJobFailure, Tally tally, boolean execsWaiting) {}

  /**
   * What to do, in this order: create the exec stage, cancel the jobs still open, move the run.
   *
   * @param events transitions of the run, each legal after the one before
   */
  public record Decision(boolean createExecs, boolean cancelRest, List<Event> events) {
    static final Decision NOTHING = new Decision(false, false, List.of());

    public RunStatus apply(RunStatus status) {
      RunStatus now = status;
      for (Event event : events) {
        now = RunStatus.TABLE.require(now, event);
      }
      return now;
    }
  }

  public static Decision decide(Facts facts) {
    Tally tally = facts.tally();
    RunStatus status = facts.status();
    if (status.ended()) {
      return Decision.NOTHING;
    }
    if (status == RunStatus.CANCELLING) {
      return tally.open() == 0
          ? new Decision(false, false, List.of(Event.ALL_STOPPED))
          : Decision.NOTHING;
    }
    if (tally.failed() > 0 && facts.onJobFailure() == OnJobFailure.CANCEL_REST) {
      return new Decision(false, tally.open() > 0, List.of(Event.FAIL));
    }
    boolean execsCreated = tally.execs() > 0;
    if (!execsCreated && facts.execsWaiting() && tally.stagingDone()) {
      return new Decision(true, false, path(status, Event.OPEN_GATE));
    }
    if (tally.open() > 0) {
      return Decision.NOTHING;
    }
    boolean allDone = tally.failed() == 0 && tally.cancelled() == 0;
    return new Decision(false, false, allDone ? path(status, Event.FINISH) : List.of(Event.FAIL));
  }

  /** A claim marks a run as begun only when it can do so without waiting; here it is caught up. */
  private static List<Event> path(RunStatus from, Event last) {
    var events = new ArrayList<Event>();
    RunStatus status = from;
    while (RunStatus.TABLE.next(status, last).isEmpty()) {
      Event step =
          switch (status) {
            case PENDING -> last == Event.OPEN_GATE ? Event.BEGIN_STAGING : Event.BEGIN_EXECUTING;
            case READY -> Event.BEGIN_EXECUTING;
            case STAGING -> Event.OPEN_GATE;
            case EXECUTING, COMPLETED, FAILED, CANCELLING, CANCELLED ->
                throw new IllegalStateException("no way from " + status + " to " + last);
          };
      events.add(step);
      status = RunStatus.TABLE.require(status, step);
    }
    events.add(last);
    return List.copyOf(events);
  }
}
