package dev.tidemill.scale.policy;

import dev.tidemill.scale.PolicyMemory;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Instant;

/**
 * {@code waterfall}: as many as {@code target} wants, on adapters in tiers. A tier is filled to its
 * cap before the next gets any, and is emptied only after those behind it. An adapter in no tier
 * keeps what it has.
 */
public final class WaterfallPolicy implements ScalingPolicy {
  private final TargetPolicy target;

  public WaterfallPolicy(TargetSettings settings, Tiers tiers) {
    target = new TargetPolicy(settings, tiers);
  }

  @Override
  public String name() {
    return "waterfall";
  }

  @Override
  public ScalingAdvice advise(ScalingSnapshot snapshot) {
    return target.advise(snapshot);
  }

  @Override
  public Advised advise(ScalingSnapshot snapshot, PolicyMemory memory, Instant at) {
    return target.advise(snapshot, memory, at);
  }
}
