package dev.tidemill.scale.policy;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.ScalingPolicy;
import java.util.List;

class WaterfallPolicyProperties extends PolicyContract {
  private static final Tiers TIERS =
      new Tiers(
          List.of(
              new Tiers.Tier(2, new AdapterId("adapter-1"), 50),
              new Tiers.Tier(1, new AdapterId("adapter-2"), 50),
              new Tiers.Tier(3, new AdapterId("adapter-3"), 50)));

  @Override
  protected ScalingPolicy policy(GroupBounds bounds) {
    return new WaterfallPolicy(TargetSettings.within(bounds), TIERS);
  }

  @Override
  protected boolean knowsWhenStartsHelp() {
    return true;
  }

  @Override
  protected boolean sameLine(CapabilitySet line, GroupSupply group) {
    return group.capabilities().equals(line);
  }
}
