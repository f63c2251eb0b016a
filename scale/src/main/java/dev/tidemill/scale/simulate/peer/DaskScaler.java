package dev.tidemill.scale.simulate.peer;

import dev.tidemill.scale.ScalingSnapshot;
import dev.tidemill.scale.simulate.Scaler;
import java.time.Instant;

/**
 * Dask's adaptive scaling: enough that all work ends in five seconds, no more than there are tasks,
 * looked at every second; less only after it was wanted three times running. Idle workers go first,
 * but busy ones may too, and what they ran begins again. Unknown tasks are thought to take 0.5 s.
 */
public final class DaskScaler implements Scaler {
  private static final double TARGET_DURATION = 5;
  private static final double UNKNOWN_TASK = 0.5;
  private static final int WAIT_COUNT = 3;
  private int votes;

  @Override
  public double every() {
    return 1;
  }

  @Override
  public Order look(ScalingSnapshot snapshot, Instant at) {
    Sight sight = Sight.of(snapshot);
    double each = Sight.seconds(snapshot.demand().getFirst().pace().duration(), UNKNOWN_TASK);
    double slots = Math.ceil(sight.tasks() * each / TARGET_DURATION);
    double needed = Math.ceil(Math.min(slots, sight.tasks()) / sight.slots());
    int target = sight.within(sight.tasks() > 0 ? Math.max(1, needed) : 0, 0);
    if (target < sight.workers()) {
      votes++;
      return order(votes >= WAIT_COUNT ? target : sight.workers());
    }
    votes = 0;
    return order(target);
  }

  private static Order order(int size) {
    return new Order.EvictIdleFirst(size, 0);
  }
}
