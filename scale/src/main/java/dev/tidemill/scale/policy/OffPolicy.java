package dev.tidemill.scale.policy;

import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import java.util.List;

/** {@code off}: whatever there is stays. */
public final class OffPolicy implements ScalingPolicy {

  @Override
  public String name() {
    return "off";
  }

  @Override
  public ScalingAdvice advise(ScalingSnapshot snapshot) {
    return Placement.of(
        snapshot, List.of(Goal.forAll(new Goal.Size.Hold(), "held, because scaling is off")));
  }
}
