package dev.tidemill.scale.control;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingAdvice.Line;
import dev.tidemill.scale.control.ControlState.Wished;
import dev.tidemill.scale.control.Decision.Change;
import dev.tidemill.scale.control.Wishes.Wish;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Turns advice into wishes. For one round. */
final class Orders {
  private final ControlState state;
  private final Instant now;
  private final ControlSettings settings;
  private final Map<AdapterId, ControlState.Adapter> adapters;
  private final List<Change> changes = new ArrayList<>();
  private long named;

  Orders(ControlState state, Instant now, ControlSettings settings) {
    this.state = state;
    this.now = now;
    this.settings = settings;
    adapters = new TreeMap<>(state.adapters());
    named = state.named();
  }

  Collection<ControlState.Adapter> adapters() {
    return adapters.values();
  }

  List<Change> changes() {
    return List.copyOf(changes);
  }

  long named() {
    return named;
  }

  void follow(ScalingAdvice advice) {
    for (Line line : advice.lines()) {
      ControlState.Adapter adapter = adapters.get(line.adapter());
      if (adapter != null && !adapter.silent(now, settings)) {
        follow(line, adapter, ownLines(advice, line.adapter()));
      }
    }
  }

  /** Sets that have a line of their own; groups of other sets belong to the line without any. */
  private static Set<CapabilitySet> ownLines(ScalingAdvice advice, AdapterId adapter) {
    Set<CapabilitySet> sets = new HashSet<>();
    for (Line line : advice.lines()) {
      if (line.adapter().equals(adapter)) {
        sets.add(line.capabilities());
      }
    }
    return sets;
  }

  private void follow(Line line, ControlState.Adapter adapter, Set<CapabilitySet> own) {
    var wishes = new TreeMap<>(adapter.wishes());
    for (GroupId victim : line.victims()) {
      wishes.computeIfPresent(victim, (_, wished) -> wished.to(Wish.DRAIN, now));
      changes.add(new Change(Change.Kind.DRAIN, line.adapter(), victim, line.words()));
    }
    int missing = line.desired();
    for (Wished wished : wishes.values()) {
      if (wished.wish() == Wish.RUN && belongs(wished, line, own)) {
        missing--;
      }
    }
    missing = takeBack(line, wishes, missing);
    start(line, adapter, wishes, missing);
    adapters.put(line.adapter(), adapter.withWishes(wishes));
  }

  private static boolean belongs(Wished wished, Line line, Set<CapabilitySet> own) {
    return wished.capabilities().equals(line.capabilities())
        || (line.capabilities().equals(CapabilitySet.NONE) && !own.contains(wished.capabilities()));
  }

  /** Who is still there costs no start: the last asked to go first. */
  private int takeBack(Line line, Map<GroupId, Wished> wishes, int missing) {
    int left = missing;
    List<Map.Entry<GroupId, Wished>> leaving = new ArrayList<>();
    for (Map.Entry<GroupId, Wished> entry : wishes.entrySet()) {
      Wished wished = entry.getValue();
      if (wished.wish() == Wish.DRAIN && wished.capabilities().equals(line.capabilities())) {
        leaving.add(Map.entry(entry.getKey(), wished));
      }
    }
    leaving.sort(
        Comparator.comparing(entry -> entry.getValue().since(), Comparator.reverseOrder()));
    for (Map.Entry<GroupId, Wished> entry : leaving) {
      if (left > 0 && !line.victims().contains(entry.getKey())) {
        wishes.put(entry.getKey(), entry.getValue().to(Wish.RUN, now));
        changes.add(new Change(Change.Kind.KEEP, line.adapter(), entry.getKey(), line.words()));
        left--;
      }
    }
    return left;
  }

  /** Limits are looked at before anything is asked; what still drains takes room. */
  private void start(
      Line line, ControlState.Adapter adapter, Map<GroupId, Wished> wishes, int missing) {
    long living = wishes.values().stream().filter(w -> w.wish() != Wish.GONE).count();
    for (int i = 0; i < missing && living < adapter.facts().maxGroups(); i++) {
      named++;
      living++;
      var id = new GroupId("g-%d-%d".formatted(state.term(), named));
      wishes.put(id, new Wished(Wish.RUN, line.capabilities(), now, false));
      changes.add(new Change(Change.Kind.START, line.adapter(), id, line.words()));
    }
  }
}
