package dev.tidemill.scale.policy;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@code capability}: a worker per five tasks, for each set of capabilities apart. A set without
 * tasks falls to none.
 */
public final class CapabilityPolicy implements ScalingPolicy {
  private static final int TASKS_PER_WORKER = 5;

  private final GroupBounds bounds;

  /** The bounds hold for each set. */
  public CapabilityPolicy(GroupBounds bounds) {
    this.bounds = bounds;
  }

  @Override
  public String name() {
    return "capability";
  }

  @Override
  public ScalingAdvice advise(ScalingSnapshot snapshot) {
    var goals = new ArrayList<Goal>();
    tasks(snapshot).forEach((set, tasks) -> goals.add(goal(set, tasks)));
    return Placement.of(snapshot, goals);
  }

  private Goal goal(CapabilitySet set, Reading<Integer> reading) {
    return switch (reading) {
      case Reading.Known<Integer> tasks -> {
        int workers = Math.ceilDiv(tasks.value(), TASKS_PER_WORKER);
        yield Goal.forSet(
            set,
            new Goal.Size.Workers(workers, bounds),
            "%d tasks need %d workers, 5 tasks each".formatted(tasks.value(), workers));
      }
      case Reading.Unknown<Integer> unknown ->
          Goal.forSet(
              set, new Goal.Size.Hold(), "held, because demand is unknown: " + unknown.why());
    };
  }

  /** Every set that work needs or a group was started for. */
  private static SortedMap<CapabilitySet, Reading<Integer>> tasks(ScalingSnapshot snapshot) {
    var tasks = new TreeMap<CapabilitySet, Reading<Integer>>();
    for (Demand demand : snapshot.demand()) {
      tasks.merge(demand.capabilities(), demand.tasks(), (a, b) -> Reading.sum(List.of(a, b)));
    }
    snapshot.adapters().stream()
        .flatMap(adapter -> adapter.groups().stream())
        .filter(group -> group.state().supply())
        .forEach(group -> tasks.putIfAbsent(group.capabilities(), Reading.of(0)));
    return tasks;
  }
}
