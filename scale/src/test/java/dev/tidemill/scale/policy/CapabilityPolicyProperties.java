package dev.tidemill.scale.policy;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.ScalingPolicy;

class CapabilityPolicyProperties extends PolicyContract {
  @Override
  protected ScalingPolicy policy(GroupBounds bounds) {
    return new CapabilityPolicy(bounds);
  }

  @Override
  protected boolean sameLine(CapabilitySet line, GroupSupply group) {
    return group.capabilities().equals(line);
  }
}
