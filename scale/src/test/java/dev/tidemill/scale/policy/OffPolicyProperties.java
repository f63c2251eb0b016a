package dev.tidemill.scale.policy;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.ScalingPolicy;

class OffPolicyProperties extends PolicyContract {
  @Override
  protected ScalingPolicy policy(GroupBounds bounds) {
    return new OffPolicy();
  }

  @Override
  protected boolean sameLine(CapabilitySet line, GroupSupply group) {
    return true;
  }

  @Override
  protected boolean alwaysHolds() {
    return true;
  }

  @Override
  protected boolean looksAtDemand() {
    return false;
  }
}
