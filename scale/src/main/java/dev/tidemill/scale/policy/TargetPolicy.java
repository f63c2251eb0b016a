package dev.tidemill.scale.policy;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.PolicyMemory;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * {@code target}, the default: the smallest size that keeps waits within the goal, from how long
 * jobs take, how fast they come and how long a worker takes to start ({@link Need}), for each set
 * of capabilities apart. It grows at once and shrinks only after less was wanted for a while.
 */
public final class TargetPolicy implements ScalingPolicy {
  private final TargetSettings settings;
  private final Tiers tiers;
  private final UnaryOperator<Goal> ruled;

  public TargetPolicy(TargetSettings settings) {
    this(settings, Tiers.NONE);
  }

  /** Filling and emptying adapters in an order. */
  TargetPolicy(TargetSettings settings, Tiers tiers) {
    this(settings, tiers, UnaryOperator.identity());
  }

  /**
   * @param ruled what somebody else makes of each goal
   */
  TargetPolicy(TargetSettings settings, Tiers tiers, UnaryOperator<Goal> ruled) {
    this.settings = settings;
    this.tiers = tiers;
    this.ruled = ruled;
  }

  @Override
  public String name() {
    return "target";
  }

  /** What is needed by itself; nothing is held back but by bounds. */
  @Override
  public ScalingAdvice advise(ScalingSnapshot snapshot) {
    List<Goal> goals = new ArrayList<>();
    for (PoolFacts facts : PoolFacts.of(snapshot, settings)) {
      goals.add(ruled.apply(facts.goal(facts.wanted(), "", settings.bounds())));
    }
    return Placement.of(snapshot, goals, tiers);
  }

  @Override
  public Advised advise(ScalingSnapshot snapshot, PolicyMemory memory, Instant at) {
    List<Goal> goals = new ArrayList<>();
    var pools = new TreeMap<CapabilitySet, PolicyMemory.Sizes>();
    for (PoolFacts facts : PoolFacts.of(snapshot, settings)) {
      PolicyMemory.Sizes before = memory.pools().get(facts.set());
      if (facts.unknown()) {
        goals.add(facts.goal(facts.workers(), "", settings.bounds()));
        if (before != null) {
          pools.put(facts.set(), before);
        }
      } else {
        Steadied steady =
            Steadied.of(
                facts.wanted(),
                facts.workers(),
                before,
                at,
                settings.steadiness().slowerThan(facts.startUp()));
        goals.add(ruled.apply(facts.goal(steady.workers(), steady.clamp(), settings.bounds())));
        pools.put(facts.set(), steady.memory());
      }
    }
    return new Advised(Placement.of(snapshot, goals, tiers), new PolicyMemory(pools));
  }
}
