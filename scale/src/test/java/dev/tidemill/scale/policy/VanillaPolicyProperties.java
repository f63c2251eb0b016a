package dev.tidemill.scale.policy;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.ScalingPolicy;

class VanillaPolicyProperties extends PolicyContract {
  @Override
  protected ScalingPolicy policy(GroupBounds bounds) {
    return new VanillaPolicy(bounds);
  }

  @Override
  protected boolean sameLine(CapabilitySet line, GroupSupply group) {
    return true;
  }
}
