package dev.tidemill.scale.simulate.peer;

import dev.tidemill.scale.ScalingSnapshot;
import dev.tidemill.scale.simulate.Scaler;
import java.time.Instant;

/**
 * HPA on how busy pods are (target 0.8, the share of slots in use standing for CPU). Pods that are
 * not ready count as unused when growing. Never below one. The ReplicaSet picks who goes; the pod
 * gets the usual 30 s.
 */
public final class HpaScaler implements Scaler {
  private static final double TARGET = 0.8;
  private final HpaRules rules = new HpaRules();

  @Override
  public double every() {
    return HpaRules.PERIOD;
  }

  @Override
  public Order look(ScalingSnapshot snapshot, Instant at) {
    Sight sight = Sight.of(snapshot);
    int present = Math.max(1, sight.workers());
    double busy = Math.min(sight.inFlight(), sight.ready() * sight.slots());
    double use = sight.ready() == 0 ? TARGET : busy / (sight.ready() * sight.slots());
    if (use > TARGET) {
      use = Math.max(TARGET, busy / (present * sight.slots()));
    }
    int replicas = rules.replicas(use / TARGET, present, at.toEpochMilli() / 1000.0);
    return new Order.Evict(sight.within(replicas, 1), HpaRules.GRACE);
  }
}
