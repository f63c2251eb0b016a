package dev.tidemill.scale.policy;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingPolicy;

/** Rules that hold keep every promise of a policy. */
class RulesPolicyProperties extends PolicyContract {
  private static final Rules RULES =
      Rules.parse(
          """
          when busy then min = 2
          for gpu when busy then max = 5
          for linux when idle then desired = 0
          """);

  @Override
  protected ScalingPolicy policy(GroupBounds bounds) {
    return new RulesPolicy(
        TargetSettings.within(bounds),
        RULES,
        query ->
            Reading.of(
                switch (query) {
                  case "busy" -> 1.0;
                  case "idle" -> 0.0;
                  default -> Double.parseDouble(query);
                }));
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
