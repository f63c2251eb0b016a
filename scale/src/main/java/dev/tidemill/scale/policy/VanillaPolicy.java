package dev.tidemill.scale.policy;

import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import java.util.List;

/**
 * {@code vanilla}: by the number of tasks per worker, whatever they need. Above ten it grows by a
 * group at a time; below one it shrinks at once to a worker per ten tasks, and keeps one while
 * there is any task.
 */
public final class VanillaPolicy implements ScalingPolicy {
  private static final int MOST_PER_WORKER = 10;
  private static final int LEAST_PER_WORKER = 1;

  private final GroupBounds bounds;

  public VanillaPolicy(GroupBounds bounds) {
    this.bounds = bounds;
  }

  @Override
  public String name() {
    return "vanilla";
  }

  @Override
  public ScalingAdvice advise(ScalingSnapshot snapshot) {
    Goal goal =
        switch (Reading.sum(snapshot.demand().stream().map(Demand::tasks).toList())) {
          case Reading.Known<Integer> known -> goal(known.value(), workers(snapshot));
          case Reading.Unknown<Integer> unknown ->
              Goal.forAll(
                  new Goal.Size.Hold(), "held, because demand is unknown: " + unknown.why());
        };
    return Placement.of(snapshot, List.of(goal));
  }

  private Goal goal(int tasks, int workers) {
    String facts = "%d tasks for %d workers".formatted(tasks, workers);
    if (tasks > (long) MOST_PER_WORKER * workers) {
      return to(workers + 1, facts + ": more than 10 each, one group more");
    }
    if (tasks < (long) LEAST_PER_WORKER * workers) {
      int enough = Math.ceilDiv(tasks, MOST_PER_WORKER);
      return to(enough, facts + ": less than 1 each, down to %d workers".formatted(enough));
    }
    return to(workers, facts + ": enough");
  }

  private Goal to(int workers, String reason) {
    return Goal.forAll(new Goal.Size.Workers(workers, bounds), reason);
  }

  /** Starting ones included. */
  private static int workers(ScalingSnapshot snapshot) {
    int workers = 0;
    for (AdapterSupply adapter : snapshot.adapters()) {
      long groups = adapter.groups().stream().filter(g -> g.state().supply()).count();
      workers = Math.addExact(workers, Math.toIntExact(groups * adapter.workersPerGroup()));
    }
    return workers;
  }
}
