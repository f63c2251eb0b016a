package dev.tidemill.schedule.plan;

import dev.tidemill.schedule.Overlap;
import dev.tidemill.schedule.ScheduleEvent;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.plan.Decision.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What to do now.
 *
 * @param fires decided upon, oldest first
 * @param tick the next to decide upon
 * @param due when to look again; absent when the schedule has ended
 * @param fired how often it has fired by itself, these included
 * @param ended how it ended, if it did
 */
public record FirePlan(
    List<Decision> fires,
    @Nullable Instant tick,
    @Nullable Instant due,
    long fired,
    @Nullable ScheduleEvent ended) {

  /** What is decided at once for one schedule; the rest follows with the next look. */
  static final int MOST = 100;

  /** So many may wait for an open run; more would only be old when their turn comes. */
  static final int MOST_QUEUED = 100;

  public FirePlan {
    fires = List.copyOf(fires);
  }

  public static FirePlan of(Ticks ticks, Progress progress, Instant now) {
    return new Planning(ticks, progress, now).plan();
  }

  /** Where a schedule stands that fires nothing for now. */
  public static FirePlan from(Ticks ticks, Instant after, long fired) {
    return following(ticks, List.of(), ticks.next(after), fired, after);
  }

  private static FirePlan following(
      Ticks ticks, List<Decision> fires, Optional<Instant> tick, long fired, Instant now) {
    ScheduleSpec spec = ticks.spec();
    if (spec.maxRuns() > 0 && fired >= spec.maxRuns()) {
      return new FirePlan(fires, null, null, fired, ScheduleEvent.RUNS_SPENT);
    }
    if (tick.isPresent()) {
      return new FirePlan(fires, tick.get(), ticks.due(tick.get()), fired, null);
    }
    Instant end = spec.end();
    return end != null && end.isAfter(now)
        ? new FirePlan(fires, null, end, fired, null)
        : new FirePlan(fires, null, null, fired, ScheduleEvent.END_PASSED);
  }

  /** One look at one schedule. */
  private static final class Planning {
    private final Ticks ticks;
    private final ScheduleSpec spec;
    private final Instant now;
    private final List<Decision> fires = new ArrayList<>();
    private Optional<Instant> tick;
    private long fired;
    private boolean open;
    private int queued;

    Planning(Ticks ticks, Progress progress, Instant now) {
      this.ticks = ticks;
      this.spec = ticks.spec();
      this.now = now;
      this.tick = Optional.ofNullable(progress.tick());
      this.fired = progress.fired();
      // What waits must not be overtaken in the moment before it is started.
      this.open = progress.open() || progress.queued() > 0;
      this.queued = progress.queued();
    }

    FirePlan plan() {
      missed();
      while (isDue(now) && fires.size() < MOST && !spent()) {
        decide(tick.orElseThrow(), null);
        tick = ticks.next(tick.orElseThrow());
      }
      return following(ticks, fires, tick, fired, now);
    }

    private void missed() {
      Instant late = now.minus(ScheduleSpec.LATE);
      Instant longAgo = now.minus(spec.within());
      switch (spec.misfire()) {
        case SKIP -> leaveOut(late, "missed: nobody was there to fire it and those that followed");
        case ONCE -> {
          leaveOut(longAgo, "missed too long ago, as those that followed");
          if (isDue(late.minusNanos(1)) && !spent()) {
            decide(tick.orElseThrow(), "late: stands for all that were missed");
            tick = ticks.nextDueFrom(tick.orElseThrow(), late);
          }
        }
        case ALL -> leaveOut(longAgo, "missed too long ago, as those that followed");
      }
    }

    /** Leaves out everything due before a moment, with one trace for all. */
    private void leaveOut(Instant moment, String reason) {
      if (isDue(moment.minusNanos(1))) {
        fires.add(new Decision(tick.orElseThrow(), Verdict.SKIP, reason));
        tick = ticks.nextDueFrom(tick.orElseThrow(), moment);
      }
    }

    private void decide(Instant at, @Nullable String reason) {
      if (!open || spec.overlap() == Overlap.ALLOW) {
        fires.add(new Decision(at, Verdict.START, reason));
        open = true;
        fired++;
      } else if (spec.overlap() == Overlap.SKIP) {
        fires.add(new Decision(at, Verdict.SKIP, "the run before it was still open"));
      } else if (queued >= MOST_QUEUED) {
        fires.add(new Decision(at, Verdict.SKIP, "too many wait for the run before it"));
      } else {
        fires.add(new Decision(at, Verdict.QUEUE, reason));
        queued++;
        fired++;
      }
    }

    private boolean isDue(Instant moment) {
      return tick.isPresent() && !ticks.due(tick.get()).isAfter(moment);
    }

    private boolean spent() {
      return spec.maxRuns() > 0 && fired >= spec.maxRuns();
    }
  }
}
