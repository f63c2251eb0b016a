package dev.tidemill.scale.policy;

import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingSnapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns goals into advice within every limit. Pools shrink first, then adapters above their limit,
 * then pools grow: by sparing who was to go before starting another, and then on adapters in the
 * order of their tiers and names. A draining group can be taken back and therefore takes no room
 * from an adapter's limit.
 */
final class Placement {
  private final List<AdapterSupply> adapters;
  private final List<Pool> pools;
  private final List<ScalingAdvice.Unmet> unmet = new ArrayList<>();

  private final Tiers tiers;

  private Placement(ScalingSnapshot snapshot, List<Goal> goals, Tiers tiers) {
    this.tiers = tiers;
    adapters = snapshot.adapters().stream().sorted(tiers.fillingOrder()).toList();
    pools = goals.stream().map(goal -> new Pool(goal, adapters, tiers)).toList();
  }

  static ScalingAdvice of(ScalingSnapshot snapshot, List<Goal> goals) {
    return of(snapshot, goals, Tiers.NONE);
  }

  static ScalingAdvice of(ScalingSnapshot snapshot, List<Goal> goals, Tiers tiers) {
    return new Placement(snapshot, goals, tiers).place();
  }

  private ScalingAdvice place() {
    for (Pool pool : pools) {
      if (pool.goal().size() instanceof Goal.Size.Workers wanted) {
        shrink(pool, wanted);
      }
    }
    adapters.forEach(this::keepLimit);
    for (Pool pool : pools) {
      if (pool.goal().size() instanceof Goal.Size.Workers wanted) {
        grow(pool, wanted);
      }
    }
    return new ScalingAdvice(lines(), unmet);
  }

  private void shrink(Pool pool, Goal.Size.Workers wanted) {
    for (Pool.Member next : pool.expendable()) {
      int left = pool.workers(adapters) - next.adapter().workersPerGroup();
      boolean spare = left >= wanted.count() && pool.groups() > wanted.bounds().min();
      if (!spare && pool.groups() <= wanted.bounds().max()) {
        return;
      }
      pool.shed(next);
    }
  }

  /** A limit that was lowered below what is there; pools that are held stay as they are. */
  private void keepLimit(AdapterSupply adapter) {
    for (Pool pool : pools.reversed()) {
      if (!(pool.goal().size() instanceof Goal.Size.Hold)) {
        for (Pool.Member next : pool.expendable()) {
          if (next.adapter().id().equals(adapter.id())
              && used(adapter) > tiers.maxGroups(adapter)) {
            pool.shed(next);
          }
        }
      }
    }
  }

  private void grow(Pool pool, Goal.Size.Workers wanted) {
    while (pool.groups() < wanted.bounds().max()
        && (pool.groups() < wanted.bounds().min() || pool.workers(adapters) < wanted.count())) {
      if (pool.spare(this::hasRoom)) {
        continue;
      }
      var room =
          adapters.stream()
              .filter(a -> !a.silent() && !tiers.leavesAlone(a))
              .filter(a -> a.capabilities().covers(pool.goal().capabilities()))
              .filter(this::hasRoom)
              .findFirst();
      if (room.isEmpty()) {
        unmet.add(
            new ScalingAdvice.Unmet(
                pool.goal().capabilities(),
                pool.goal().reason() + ", but no adapter that could has room for another group"));
        return;
      }
      pool.add(room.get());
    }
  }

  private String reason(Pool pool, AdapterSupply adapter) {
    if (adapter.silent()) {
      return "held, because the adapter is silent";
    }
    return tiers.leavesAlone(adapter)
        ? "held, because the adapter is in no tier"
        : pool.goal().reason();
  }

  private boolean hasRoom(AdapterSupply adapter) {
    return used(adapter) < tiers.maxGroups(adapter);
  }

  private int used(AdapterSupply adapter) {
    return pools.stream().mapToInt(pool -> pool.groupsOf(adapter)).sum();
  }

  private List<ScalingAdvice.Line> lines() {
    var lines = new ArrayList<ScalingAdvice.Line>();
    for (Pool pool : pools) {
      for (AdapterSupply adapter : adapters) {
        var victims = pool.victimsOf(adapter).stream().map(GroupSupply::id).toList();
        boolean able = adapter.capabilities().covers(pool.goal().capabilities());
        if (able || pool.groupsOf(adapter) > 0 || !victims.isEmpty()) {
          lines.add(
              new ScalingAdvice.Line(
                  adapter.id(),
                  pool.goal().capabilities(),
                  pool.groupsOf(adapter),
                  victims,
                  reason(pool, adapter),
                  adapter.silent() || tiers.leavesAlone(adapter) ? "" : pool.goal().clamp()));
        }
      }
    }
    return lines;
  }
}
