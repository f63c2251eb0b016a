package dev.tidemill.adapters.control;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply.WorkerShape;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.control.ControlState;
import dev.tidemill.scale.control.Decision;
import dev.tidemill.scale.signal.FleetSignals;
import dev.tidemill.scale.signal.WorkerSignals;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * What workers of each adapter are like: how long they took from being asked for until they
 * reported, and how many slots they have. Times of this process only, on the monotonic clock. For
 * one thread.
 */
final class StartTimes {
  private static final int REMEMBERED = 20;

  private final Map<GroupId, Asked> asked = new HashMap<>();
  private final Map<AdapterId, Deque<Duration>> took = new HashMap<>();
  private final Map<AdapterId, Integer> slots = new HashMap<>();

  private record Asked(AdapterId adapter, Duration at) {}

  void decided(Decision decision, Duration now) {
    for (Decision.Change change : decision.changes()) {
      if (change.kind() == Decision.Change.Kind.START) {
        asked.put(change.group(), new Asked(change.adapter(), now));
      }
    }
  }

  /** A worker that reported a while ago has taken that much less. */
  void seen(FleetSignals signals, ControlState state, Duration now) {
    Map<GroupId, AdapterId> owners = owners(state);
    for (WorkerSignals worker : signals.workers()) {
      if (worker.group() != null) {
        var group = new GroupId(worker.group());
        Asked start = asked.remove(group);
        if (start != null) {
          Deque<Duration> all = took.computeIfAbsent(start.adapter, id -> new ArrayDeque<>());
          Duration time = now.minus(start.at).minus(worker.age());
          all.addLast(time.isNegative() ? Duration.ZERO : time);
          if (all.size() > REMEMBERED) {
            all.removeFirst();
          }
        }
        AdapterId owner = owners.get(group);
        if (owner != null) {
          slots.put(owner, worker.slots());
        }
      }
    }
    asked.keySet().retainAll(owners.keySet());
  }

  /**
   * @param told what adapters say of their workers' slots
   */
  Map<AdapterId, WorkerShape> shapes(ControlState state, Map<AdapterId, Integer> told) {
    var shapes = new HashMap<AdapterId, WorkerShape>();
    for (AdapterId id : state.adapters().keySet()) {
      int of = slots.getOrDefault(id, told.getOrDefault(id, 1));
      shapes.put(id, new WorkerShape(Math.max(1, of), startUp(id)));
    }
    return shapes;
  }

  /** A few slow starts say little about the next. */
  private Reading<Duration> startUp(AdapterId id) {
    Deque<Duration> all = took.get(id);
    return all == null
        ? new Reading.Unknown<>("no worker has started yet")
        : Reading.of(all.stream().sorted().skip(all.size() / 2).findFirst().orElseThrow());
  }

  private static Map<GroupId, AdapterId> owners(ControlState state) {
    var owners = new HashMap<GroupId, AdapterId>();
    state
        .adapters()
        .forEach((id, adapter) -> adapter.wishes().keySet().forEach(g -> owners.put(g, id)));
    return owners;
  }
}
