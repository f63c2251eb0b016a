package dev.tidemill.scale.policy;

import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import java.util.List;

/** {@code fixed}: always the same number of groups, whatever the work. */
public final class FixedPolicy implements ScalingPolicy {
  private final int groups;

  public FixedPolicy(int groups, GroupBounds bounds) {
    this.groups = bounds.clamp(groups);
  }

  @Override
  public String name() {
    return "fixed";
  }

  @Override
  public ScalingAdvice advise(ScalingSnapshot snapshot) {
    var exactly = new Goal.Size.Workers(0, new GroupBounds(groups, groups));
    return Placement.of(
        snapshot, List.of(Goal.forAll(exactly, "fixed at %d groups".formatted(groups))));
  }
}
