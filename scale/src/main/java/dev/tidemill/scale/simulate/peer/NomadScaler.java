package dev.tidemill.scale.simulate.peer;

import dev.tidemill.scale.ScalingSnapshot;
import dev.tidemill.scale.simulate.Scaler;
import java.time.Instant;

/**
 * Nomad Autoscaler with the target-value strategy on jobs per worker, as many as it has slots:
 * count × value / target every 10 s, unless that changes less than 0.01, and nothing in either
 * direction for five minutes after a change. Allocations get a kill timeout of 5 s.
 */
public final class NomadScaler implements Scaler {
  private static final double THRESHOLD = 0.01;
  private static final double COOLDOWN = 300;
  private double changed = Double.NEGATIVE_INFINITY;

  @Override
  public double every() {
    return 10;
  }

  @Override
  public Order look(ScalingSnapshot snapshot, Instant at) {
    double now = at.toEpochMilli() / 1000.0;
    Sight sight = Sight.of(snapshot);
    int present = sight.workers();
    double factor = sight.tasks() / (double) sight.slots() / Math.max(1, present);
    boolean enough = Math.abs(factor - 1) < THRESHOLD && present > 0;
    int next = sight.within(Math.ceil(factor * Math.max(1, present)), 0);
    if (enough || next == present || now - changed < COOLDOWN) {
      return new Order.Evict(present, 5);
    }
    changed = now;
    return new Order.Evict(next, 5);
  }
}
