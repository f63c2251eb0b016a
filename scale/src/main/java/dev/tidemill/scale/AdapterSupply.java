package dev.tidemill.scale;

import java.util.List;

/**
 * What one adapter has and may have.
 *
 * @param silent it has not been heard of for too long: its groups are held, neither zeroed nor
 *     changed
 */
public record AdapterSupply(
    AdapterId id,
    CapabilitySet capabilities,
    int maxGroups,
    int workersPerGroup,
    boolean silent,
    List<GroupSupply> groups) {

  public AdapterSupply {
    if (maxGroups < 0 || workersPerGroup < 1) {
      throw new IllegalArgumentException(
          "%s: %d groups of %d workers".formatted(id, maxGroups, workersPerGroup));
    }
    groups = List.copyOf(groups);
  }
}
