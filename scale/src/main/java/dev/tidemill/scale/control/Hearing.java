package dev.tidemill.scale.control;

import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.control.ControlEvent.Real;
import dev.tidemill.scale.control.ControlState.Wished;
import dev.tidemill.scale.control.Wishes.Wish;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one adapter's report means for what is wished of it. For one report. */
final class Hearing {
  private final ControlState.Adapter adapter;
  private final ControlSettings settings;
  private final Instant now;
  private final List<String> notes;
  private final TreeMap<GroupId, Wished> wishes;
  private int failures;
  private @Nullable Instant startsFrom;

  Hearing(ControlState.Adapter adapter, ControlSettings settings, Instant now, List<String> notes) {
    this.adapter = adapter;
    this.settings = settings;
    this.now = now;
    this.notes = notes;
    wishes = new TreeMap<>(adapter.wishes());
    failures = adapter.failures();
    startsFrom = adapter.startsFrom();
  }

  ControlState.Adapter hear(List<Real> groups) {
    var real = new TreeMap<GroupId, Real>();
    for (Real group : groups) {
      real.put(group.id(), group);
      if (!wishes.containsKey(group.id())) {
        adopt(group);
      }
    }
    for (Map.Entry<GroupId, Wished> entry : new TreeMap<>(wishes).entrySet()) {
      GroupId id = entry.getKey();
      Wished wished = judge(id, entry.getValue(), real.get(id));
      if (wished == null) {
        wishes.remove(id);
      } else {
        wishes.put(id, wished);
      }
    }
    return new ControlState.Adapter(
        adapter.facts(), adapter.session(), true, now, true, real, wishes, failures, startsFrom);
  }

  /** Started by a former controller: what lives goes on as it is. */
  private void adopt(Real group) {
    Wish wish =
        switch (group.state()) {
          case STARTING, RUNNING -> Wish.RUN;
          case DRAINING -> Wish.DRAIN;
          case GONE, FAILED -> Wish.GONE;
        };
    wishes.put(group.id(), new Wished(wish, group.capabilities(), now, true));
    if (wish != Wish.GONE) {
      notes.add("%s: found %s %s".formatted(adapter.facts().id(), group.id(), group.state()));
    }
  }

  private @Nullable Wished judge(GroupId id, Wished wished, @Nullable Real real) {
    return switch (wished.wish()) {
      case RUN -> real == null ? missing(id, wished) : running(wished.shown(), real);
      case DRAIN -> real == null || ended(real) ? wished.to(Wish.GONE, now) : wished.shown();
      case GONE ->
          real == null && now.isAfter(wished.since().plus(settings.remember())) ? null : wished;
    };
  }

  private Wished missing(GroupId id, Wished wished) {
    if (wished.seen()) {
      notes.add("%s: %s is no longer there".formatted(adapter.facts().id(), id));
      return wished.to(Wish.GONE, now);
    }
    if (now.isAfter(wished.since().plus(settings.actionDeadline()))) {
      failed("%s did not show in time".formatted(id));
      return wished.to(Wish.GONE, now);
    }
    return wished;
  }

  private Wished running(Wished wished, Real real) {
    return switch (real.state()) {
      case RUNNING -> {
        failures = 0;
        startsFrom = null;
        yield wished;
      }
      case STARTING -> {
        if (now.isAfter(wished.since().plus(settings.startLimit()))) {
          failed("%s did not start in time".formatted(real.id()));
          yield wished.to(Wish.DRAIN, now);
        }
        yield wished;
      }
      case DRAINING -> wished;
      case GONE -> wished.to(Wish.GONE, now);
      case FAILED -> {
        failed("%s failed: %s".formatted(real.id(), real.error()));
        yield wished.to(Wish.GONE, now);
      }
    };
  }

  /** The pause doubles with each failure in a row, so that a broken platform is not hammered. */
  private void failed(String what) {
    failures++;
    Duration pause = settings.retryFirst().multipliedBy(1L << Math.min(20, failures - 1));
    pause = pause.compareTo(settings.retryMost()) > 0 ? settings.retryMost() : pause;
    startsFrom = now.plus(pause);
    notes.add(
        "%s: %s; starts again in %d s".formatted(adapter.facts().id(), what, pause.toSeconds()));
  }

  static boolean ended(Real real) {
    return real.state() == GroupState.GONE || real.state() == GroupState.FAILED;
  }
}
