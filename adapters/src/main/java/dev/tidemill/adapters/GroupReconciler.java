package dev.tidemill.adapters;

import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares what shall be with what is. No I/O; asked after every message and every look at the
 * platform, and asking twice does no harm. Until a first wish is known it changes nothing, so an
 * adapter that restarts does not drain what its controller still wants. For one thread.
 */
public final class GroupReconciler {
  private final AdapterLimits limits;
  private @Nullable DesiredSet desired;

  public GroupReconciler(AdapterLimits limits) {
    this.limits = limits;
  }

  /** False when a later wish is already known; then nothing changed. */
  public boolean accept(DesiredSet wish) {
    if (wish.generation() < generation()) {
      return false;
    }
    desired = wish;
    return true;
  }

  /** The highest generation seen; 0 before the first. */
  public long generation() {
    return desired == null ? 0 : desired.generation();
  }

  public GroupPlan plan(List<ObservedGroup> real) {
    return desired == null
        ? new GroupPlan(List.of(), List.of())
        : new Comparison(desired, real).plan();
  }

  /** One comparison. */
  private final class Comparison {
    private final DesiredSet wished;
    private final Map<GroupId, ObservedGroup> real = new HashMap<>();
    private final List<GroupAction> actions = new ArrayList<>();
    private final List<GroupPlan.Refusal> refusals = new ArrayList<>();
    private int living;

    Comparison(DesiredSet wished, List<ObservedGroup> observed) {
      this.wished = wished;
      for (ObservedGroup group : observed) {
        real.put(group.id(), group);
        living += group.ended() ? 0 : 1;
      }
    }

    GroupPlan plan() {
      Set<GroupId> named = new HashSet<>();
      for (DesiredSet.Group group : wished.groups()) {
        named.add(group.id());
        switch (group.wish()) {
          case RUN -> run(group);
          case DRAIN -> drain(group.id());
          case GONE -> forget(group.id());
          case KEEP -> {}
        }
      }
      real.keySet().stream().filter(id -> !named.contains(id)).sorted().forEach(this::forget);
      return new GroupPlan(actions, refusals);
    }

    private void run(DesiredSet.Group group) {
      ObservedGroup there = real.get(group.id());
      if (there != null) {
        if (there.state() == GroupState.DRAINING) {
          actions.add(new GroupAction.Undrain(group.id()));
        }
      } else if (!limits.capabilities().covers(group.capabilities())) {
        refuse(
            group.id(),
            AdapterError.NO_CAPABILITY,
            "needs %s, workers here have %s"
                .formatted(group.capabilities(), limits.capabilities()));
      } else if (living >= limits.maxGroups()) {
        refuse(
            group.id(),
            AdapterError.GROUP_LIMIT,
            "%d of %d groups exist".formatted(living, limits.maxGroups()));
      } else {
        living++;
        actions.add(
            new GroupAction.Start(
                new GroupSpec(group.id(), group.capabilities(), limits.workersPerGroup())));
      }
    }

    private void drain(GroupId id) {
      ObservedGroup there = real.get(id);
      if (there == null) {
        refuse(id, AdapterError.UNKNOWN_GROUP, "cannot be drained, because it does not exist");
      } else if (there.state().supply()) {
        actions.add(new GroupAction.Drain(id));
      }
    }

    /** What still lives ends first. */
    private void forget(GroupId id) {
      ObservedGroup there = real.get(id);
      if (there != null && there.ended()) {
        actions.add(new GroupAction.Forget(id));
      } else if (there != null) {
        drain(id);
      }
    }

    private void refuse(GroupId id, AdapterError code, String why) {
      refusals.add(new GroupPlan.Refusal(id, code, "%s %s".formatted(id, why)));
    }
  }
}
