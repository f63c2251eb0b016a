package dev.tidemill.adapters;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import java.util.HashSet;
import java.util.List;

/**
 * All the controller wants of one adapter. Groups that are not named shall not be.
 *
 * @param generation larger for every later wish, also of another controller
 */
public record DesiredSet(long generation, List<Group> groups) {
  public DesiredSet {
    groups = List.copyOf(groups);
    var names = new HashSet<GroupId>();
    for (Group group : groups) {
      if (!names.add(group.id())) {
        throw new IllegalArgumentException(group.id() + " is wished for twice");
      }
    }
  }

  /** What is wanted of one group. */
  public record Group(GroupId id, Wish wish, CapabilitySet capabilities) {}

  /** Run it, let it end, or forget it. */
  public enum Wish {
    RUN,
    DRAIN,
    GONE,
    /** A wish of a later version: the group is left as it is. */
    KEEP
  }
}
