package dev.tidemill.scale.policy;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.GroupSupply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The groups of one goal while it is being placed: what is there, what goes, what comes. */
final class Pool {
  /** Idle before busy, the less busy first; of those what has not even started, then by name. */
  private static final Comparator<Member> FIRST_TO_GO =
      Comparator.comparingInt((Member m) -> m.group.busy())
          .thenComparing(m -> m.group.state())
          .thenComparing(m -> m.group.id());

  record Member(AdapterSupply adapter, GroupSupply group) {}

  private final Goal goal;
  private final List<Member> members = new ArrayList<>();
  private final List<Member> victims = new ArrayList<>();
  private final Map<AdapterId, Integer> added = new TreeMap<>();

  Pool(Goal goal, List<AdapterSupply> adapters) {
    this.goal = goal;
    for (AdapterSupply adapter : adapters) {
      for (GroupSupply group : adapter.groups()) {
        if (group.state().supply() && goal.members().test(group)) {
          members.add(new Member(adapter, group));
        }
      }
    }
  }

  Goal goal() {
    return goal;
  }

  int groups() {
    return members.size() - victims.size() + added.values().stream().mapToInt(n -> n).sum();
  }

  int groupsOf(AdapterSupply adapter) {
    long kept =
        members.stream()
            .filter(m -> m.adapter.id().equals(adapter.id()) && !victims.contains(m))
            .count();
    return Math.toIntExact(kept) + added.getOrDefault(adapter.id(), 0);
  }

  int workers(List<AdapterSupply> adapters) {
    return adapters.stream().mapToInt(a -> groupsOf(a) * a.workersPerGroup()).sum();
  }

  void add(AdapterSupply adapter) {
    added.merge(adapter.id(), 1, Integer::sum);
  }

  void shed(Member member) {
    victims.add(member);
  }

  /** Keeps the last that was to go on an adapter that may have it. False when there is none. */
  boolean spare(Predicate<AdapterSupply> room) {
    for (Member victim : victims.reversed()) {
      if (room.test(victim.adapter)) {
        return victims.remove(victim);
      }
    }
    return false;
  }

  /** Those that may go, first to go first. A silent adapter's groups stay. */
  List<Member> expendable() {
    return members.stream()
        .filter(m -> !m.adapter.silent() && !victims.contains(m))
        .sorted(FIRST_TO_GO)
        .toList();
  }

  List<GroupSupply> victimsOf(AdapterSupply adapter) {
    return victims.stream()
        .filter(m -> m.adapter.id().equals(adapter.id()))
        .map(Member::group)
        .toList();
  }
}
