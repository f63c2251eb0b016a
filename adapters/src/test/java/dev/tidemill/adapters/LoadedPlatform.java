package dev.tidemill.adapters;

import dev.tidemill.core.error.Problem;
import dev.tidemill.scale.GroupEvent;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.control.ControlEvent.Activity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** TEST DOUBLE: a platform whose groups take a while to start and do jobs. Not for production. */
final class LoadedPlatform implements WorkerAdapter {
  static final int SLOTS = 2;

  private static final class Group {
    private final GroupSpec spec;
    private final int readyAt;
    private final boolean fails;
    private final List<Integer> jobEnds = new ArrayList<>();
    private GroupState state = GroupState.STARTING;

    Group(GroupSpec spec, int readyAt, boolean fails) {
      this.spec = spec;
      this.readyAt = readyAt;
      this.fails = fails;
    }
  }

  private final TreeMap<GroupId, Group> groups = new TreeMap<>();
  private final Random random;
  private int second;
  private int started;
  private int finished;

  LoadedPlatform(Random random) {
    this.random = random;
  }

  @Override
  public void start(GroupSpec spec) {
    if (!groups.containsKey(spec.id())) {
      started++;
      int takes = 3 + random.nextInt(30);
      groups.put(spec.id(), new Group(spec, second + takes, random.nextInt(10) == 0));
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
    Group group = groups.get(id);
    if (group != null && living(group)) {
      throw Problem.of(AdapterError.GROUP_NOT_ENDED, id + " still has workers").exception();
    }
    groups.remove(id);
  }

  @Override
  public List<ObservedGroup> observe() {
    return groups.values().stream()
        .map(
            group ->
                new ObservedGroup(
                    group.spec.id(),
                    group.spec.capabilities(),
                    group.state,
                    List.of(),
                    Instant.EPOCH,
                    null))
        .toList();
  }

  /** A second passes: jobs end, starts succeed or fail, who is drained and idle ends. */
  void pass() {
    second++;
    for (Group group : groups.values()) {
      finished += group.jobEnds.size();
      group.jobEnds.removeIf(end -> end <= second);
      finished -= group.jobEnds.size();
      if (group.state == GroupState.STARTING && second >= group.readyAt) {
        move(group.spec.id(), group.fails ? GroupEvent.ENDED : GroupEvent.READY);
      } else if (group.state == GroupState.DRAINING && group.jobEnds.isEmpty()) {
        move(group.spec.id(), GroupEvent.ENDED);
      }
    }
  }

  /** False when nobody has a free slot. */
  boolean offer(int seconds) {
    for (Group group : groups.values()) {
      if (group.state == GroupState.RUNNING && group.jobEnds.size() < SLOTS) {
        group.jobEnds.add(second + seconds);
        return true;
      }
    }
    return false;
  }

  Map<GroupId, Activity> activity() {
    var activity = new HashMap<GroupId, Activity>();
    groups.forEach(
        (id, group) -> {
          int busy = group.jobEnds.isEmpty() ? 0 : 1;
          activity.put(id, new Activity(1 - busy, busy, Reading.of(Duration.ofSeconds(30))));
        });
    return activity;
  }

  int running() {
    return groups.values().stream().mapToInt(group -> group.jobEnds.size()).sum();
  }

  int living() {
    return (int) groups.values().stream().filter(LoadedPlatform::living).count();
  }

  int started() {
    return started;
  }

  int finished() {
    return finished;
  }

  private static boolean living(Group group) {
    return group.state != GroupState.GONE && group.state != GroupState.FAILED;
  }

  private void move(GroupId id, GroupEvent event) {
    Group group = groups.get(id);
    if (group != null) {
      GroupState.TABLE.next(group.state, event).ifPresent(next -> group.state = next);
    }
  }
}
