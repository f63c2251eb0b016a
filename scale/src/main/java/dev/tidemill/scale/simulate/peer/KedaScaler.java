package dev.tidemill.scale.simulate.peer;

import dev.tidemill.scale.ScalingSnapshot;
import dev.tidemill.scale.simulate.Scaler;
import java.time.Instant;

/**
 * KEDA with HPA on the length of a queue (waiting and not yet acknowledged, as its NATS scaler
 * counts), as an average value of so many jobs per slot. From and to nothing it goes by itself: up
 * when it polls, every 30 s, down after 300 s without work.
 */
public final class KedaScaler implements Scaler {
  private static final double POLLING = 30;
  private static final double COOLDOWN = 300;

  private final HpaRules rules = new HpaRules();
  private final double perSlot;
  private double active = Double.NEGATIVE_INFINITY;
  private double polled = Double.NEGATIVE_INFINITY;

  public KedaScaler(double jobsPerSlot) {
    perSlot = jobsPerSlot;
  }

  @Override
  public double every() {
    return HpaRules.PERIOD;
  }

  @Override
  public Order look(ScalingSnapshot snapshot, Instant at) {
    double now = at.toEpochMilli() / 1000.0;
    Sight sight = Sight.of(snapshot);
    if (sight.tasks() > 0) {
      active = now;
    }
    int present = sight.workers();
    boolean polls = now - polled >= POLLING;
    polled = polls ? now : polled;
    if (present == 0) {
      return order(polls && sight.tasks() > 0 ? 1 : 0);
    }
    if (polls && now - active >= COOLDOWN) {
      return order(0);
    }
    double target = perSlot * sight.slots();
    double ratio = sight.tasks() / target / present;
    int replicas = Math.max(1, rules.replicas(ratio, present, now));
    return order(sight.within(replicas, 1));
  }

  private static Order order(int size) {
    return new Order.Evict(size, HpaRules.GRACE);
  }
}
