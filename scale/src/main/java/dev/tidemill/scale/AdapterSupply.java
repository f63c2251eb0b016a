package dev.tidemill.scale;

import java.time.Duration;
import java.util.List;

/**
 * What one adapter has and may have.
 *
 * @param silent it has not been heard of for too long: its groups are held, neither zeroed nor
 *     changed
 * @param worker what one of its workers is like
 */
public record AdapterSupply(
    AdapterId id,
    CapabilitySet capabilities,
    int maxGroups,
    int workersPerGroup,
    boolean silent,
    List<GroupSupply> groups,
    WorkerShape worker) {

  /** Of workers that do one job at a time and start in a time nobody has measured. */
  public AdapterSupply(
      AdapterId id,
      CapabilitySet capabilities,
      int maxGroups,
      int workersPerGroup,
      boolean silent,
      List<GroupSupply> groups) {
    this(id, capabilities, maxGroups, workersPerGroup, silent, groups, WorkerShape.PLAIN);
  }

  public AdapterSupply {
    if (maxGroups < 0 || workersPerGroup < 1) {
      throw new IllegalArgumentException(
          "%s: %d groups of %d workers".formatted(id, maxGroups, workersPerGroup));
    }
    groups = List.copyOf(groups);
  }

  /**
   * @param slots how many jobs it does at a time
   * @param startUp how long it takes from being asked for until it works
   */
  public record WorkerShape(int slots, Reading<Duration> startUp) {
    public static final WorkerShape PLAIN =
        new WorkerShape(1, new Reading.Unknown<>("not measured"));

    public WorkerShape {
      if (slots < 1) {
        throw new IllegalArgumentException("a worker has a slot at least, got " + slots);
      }
    }
  }
}
