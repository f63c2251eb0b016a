package dev.tidemill.adapters;

import dev.tidemill.core.error.Problem;
import dev.tidemill.scale.GroupEvent;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** TEST DOUBLE: a platform in memory that moves only when told to. Not for production. */
final class InMemoryAdapter implements WorkerAdapter {
  private final Map<GroupId, ObservedGroup> groups = new TreeMap<>();
  private final Map<GroupId, Integer> workers = new TreeMap<>();
  private final Set<GroupId> busy = new HashSet<>();
  private boolean refusing;

  @Override
  public void start(GroupSpec spec) {
    if (!groups.containsKey(spec.id())) {
      put(
          new ObservedGroup(
              spec.id(), spec.capabilities(), GroupState.STARTING, List.of(), Instant.EPOCH, null));
      workers.put(spec.id(), spec.workers());
      if (refusing) {
        move(spec.id(), GroupEvent.ENDED);
      }
    }
  }

  @Override
  public void drain(GroupId id) {
    move(id, GroupEvent.DRAIN);
  }

  @Override
  public void undrain(GroupId id) {
    move(id, GroupEvent.UNDRAIN);
  }

  @Override
  public void remove(GroupId id) {
    ObservedGroup group = groups.get(id);
    if (group != null && !group.ended()) {
      throw Problem.of(
              AdapterError.GROUP_NOT_ENDED, id + " still has workers; it was left as it is")
          .exception();
    }
    groups.remove(id);
  }

  @Override
  public List<ObservedGroup> observe() {
    return List.copyOf(groups.values());
  }

  /** Puts a group in, as a former incarnation may have left it. */
  void put(ObservedGroup group) {
    groups.put(group.id(), group);
    workers.putIfAbsent(group.id(), 1);
  }

  void refuseStarts() {
    refusing = true;
  }

  void occupy(GroupId id) {
    busy.add(id);
  }

  void release(GroupId id) {
    busy.remove(id);
  }

  void crash(GroupId id) {
    busy.remove(id);
    move(id, GroupEvent.ENDED);
  }

  /** What the platform does by itself: what starts becomes ready, what drains and is idle ends. */
  void progress() {
    for (ObservedGroup group : observe()) {
      if (group.state() == GroupState.STARTING) {
        move(group.id(), GroupEvent.READY);
      } else if (group.state() == GroupState.DRAINING && !busy.contains(group.id())) {
        move(group.id(), GroupEvent.ENDED);
      }
    }
  }

  /** Events that a state does not know leave it as it is. */
  private void move(GroupId id, GroupEvent event) {
    ObservedGroup group = groups.get(id);
    if (group != null) {
      GroupState.TABLE.next(group.state(), event).ifPresent(next -> put(in(next, group)));
    }
  }

  private ObservedGroup in(GroupState next, ObservedGroup group) {
    List<String> living =
        next == GroupState.RUNNING || next == GroupState.DRAINING
            ? IntStream.range(0, workers.getOrDefault(group.id(), 1))
                .mapToObj(i -> group.id() + "-" + i)
                .toList()
            : List.of();
    Problem failure =
        next == GroupState.FAILED
            ? Problem.of(AdapterError.START_FAILED, "the workers of %s ended".formatted(group.id()))
            : null;
    return new ObservedGroup(
        group.id(), group.capabilities(), next, living, group.since(), failure);
  }
}
