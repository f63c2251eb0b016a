package dev.tidemill.scale.policy;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.ScalingPolicy;

class FixedPolicyProperties extends PolicyContract {
  @Override
  protected ScalingPolicy policy(GroupBounds bounds) {
    return new FixedPolicy(4, bounds);
  }

  @Override
  protected boolean sameLine(CapabilitySet line, GroupSupply group) {
    return true;
  }

  @Override
  protected boolean looksAtDemand() {
    return false;
  }
}
