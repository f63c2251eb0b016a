package dev.tidemill.scale.control;

import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingSnapshot;
import dev.tidemill.scale.control.ControlEvent.Activity;
import dev.tidemill.scale.control.ControlState.Wished;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts together what a policy sees. */
final class Sighting {
  private static final Activity UNKNOWN =
      new Activity(0, 0, new Reading.Unknown<>("its workers have not reported"));

  private Sighting() {}

  /** An adapter that has not yet told what it has is not there. */
  static ScalingSnapshot snapshot(
      ControlState state, ControlEvent.Round round, Instant now, ControlSettings settings) {
    List<AdapterSupply> adapters = new ArrayList<>();
    for (ControlState.Adapter adapter : state.adapters().values()) {
      if (adapter.reported()) {
        adapters.add(supply(adapter, round, now, settings));
      }
    }
    return new ScalingSnapshot(round.demand(), adapters);
  }

  private static AdapterSupply supply(
      ControlState.Adapter adapter,
      ControlEvent.Round round,
      Instant now,
      ControlSettings settings) {
    List<GroupSupply> groups = new ArrayList<>();
    adapter
        .wishes()
        .forEach(
            (id, wished) -> {
              GroupState shown = state(wished, adapter.real().get(id));
              if (shown != GroupState.GONE) {
                groups.add(group(id, wished, shown, round.activity().getOrDefault(id, UNKNOWN)));
              }
            });
    int supply = (int) groups.stream().filter(group -> group.state().supply()).count();
    boolean pausing = adapter.startsFrom() != null && now.isBefore(adapter.startsFrom());
    ControlEvent.Adapter facts = adapter.facts();
    return new AdapterSupply(
        facts.id(),
        facts.capabilities(),
        pausing ? Math.min(supply, facts.maxGroups()) : facts.maxGroups(),
        facts.workersPerGroup(),
        adapter.silent(now, settings),
        groups,
        round.workers().getOrDefault(facts.id(), AdapterSupply.WorkerShape.PLAIN));
  }

  private static GroupSupply group(GroupId id, Wished wished, GroupState state, Activity activity) {
    return new GroupSupply(
        id, wished.capabilities(), state, activity.idle(), activity.busy(), activity.remaining());
  }

  /** What is asked for counts as done: what shall run is supply, what shall go is not. */
  private static GroupState state(Wished wished, ControlEvent.@Nullable Real real) {
    return switch (wished.wish()) {
      case RUN ->
          real == null || real.state() == GroupState.STARTING
              ? GroupState.STARTING
              : GroupState.RUNNING;
      case DRAIN -> GroupState.DRAINING;
      case GONE -> real == null || Hearing.ended(real) ? GroupState.GONE : GroupState.DRAINING;
    };
  }
}
