package dev.tidemill.scale.simulate;

import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Instant;
import java.util.List;

/** Whoever sizes the simulated fleet. Made anew for each simulation, so it may remember. */
public interface Scaler {

  /** Seconds between two looks. */
  double every();

  /** Groups are single workers here. */
  Order look(ScalingSnapshot snapshot, Instant at);

  /** What to do about the size; draining workers are not counted in it. */
  sealed interface Order {
    int size();

    /** These finish their work and end; more are taken back from draining, then started. */
    record Drain(int size, List<GroupId> victims) implements Order {
      public Drain {
        victims = List.copyOf(victims);
      }
    }

    /**
     * Whoever is in excess goes, chosen by somebody who does not know what workers do: those that
     * are not ready, then the newest. What it still runs after the grace is lost and begins again.
     */
    record Evict(int size, double grace) implements Order {}

    /** The same, but the idle ones first. */
    record EvictIdleFirst(int size, double grace) implements Order {}
  }
}
