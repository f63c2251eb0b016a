package dev.tidemill.adapters;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;

/** A group to start; its workers are told their group and what they are for. */
public record GroupSpec(GroupId id, CapabilitySet capabilities, int workers) {
  public GroupSpec {
    if (workers < 1) {
      throw new IllegalArgumentException(id + " has a worker at least, got " + workers);
    }
  }
}
