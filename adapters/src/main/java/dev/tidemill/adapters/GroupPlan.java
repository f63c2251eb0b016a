package dev.tidemill.adapters;

import dev.tidemill.scale.GroupId;
import java.util.List;

/**
 * What to do now, and what cannot be done.
 *
 * @param refusals told with the next heartbeat; nothing was changed for them
 */
public record GroupPlan(List<GroupAction> actions, List<Refusal> refusals) {
  public GroupPlan {
    actions = List.copyOf(actions);
    refusals = List.copyOf(refusals);
  }

  /** A wish that cannot be followed. */
  public record Refusal(GroupId id, AdapterError code, String message) {}
}
