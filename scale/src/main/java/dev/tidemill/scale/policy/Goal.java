package dev.tidemill.scale.policy;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupSupply;
import java.util.function.Predicate;

/**
 * What a policy wants for one pool of groups.
 *
 * @param capabilities what new groups are started for
 * @param members which groups belong to the pool
 */
record Goal(
    CapabilitySet capabilities,
    Predicate<GroupSupply> members,
    Size size,
    String reason,
    String clamp) {

  static Goal forAll(Size size, String reason) {
    return new Goal(CapabilitySet.NONE, group -> true, size, reason, "");
  }

  static Goal forSet(CapabilitySet set, Size size, String reason) {
    return forSet(set, size, reason, "");
  }

  static Goal forSet(CapabilitySet set, Size size, String reason, String clamp) {
    return new Goal(set, group -> group.capabilities().equals(set), size, reason, clamp);
  }

  /** How large the pool should be. */
  sealed interface Size {
    /** As it is. */
    record Hold() implements Size {}

    /** The fewest groups that have that many workers, within bounds. */
    record Workers(int count, GroupBounds bounds) implements Size {}
  }
}
