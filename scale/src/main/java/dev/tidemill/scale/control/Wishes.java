package dev.tidemill.scale.control;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import java.util.List;

/**
 * All that is wanted of one adapter.
 *
 * @param generation larger for every later wish, also of a later controller
 */
public record Wishes(long generation, List<Group> groups) {
  public Wishes {
    groups = List.copyOf(groups);
  }

  /** What is wanted of one group. */
  public record Group(GroupId id, Wish wish, CapabilitySet capabilities) {}

  /** Run, finish and end, or be forgotten once ended. */
  public enum Wish {
    RUN,
    DRAIN,
    GONE
  }

  /** Later terms are above all generations of earlier ones. */
  static long first(long term) {
    return term << 32;
  }

  static long term(long generation) {
    return generation >>> 32;
  }
}
