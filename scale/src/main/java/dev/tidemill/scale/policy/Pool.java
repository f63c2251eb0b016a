package dev.tidemill.scale.policy;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The groups of one goal while it is being placed: what is there, what goes, what comes. */
final class Pool {
  /**
   * Idle before busy; of the busy who is done first, as far as that is known, then the less busy;
   * of the idle what has not even started; then by name.
   */
  private static final Comparator<Member> FIRST_TO_GO =
      Comparator.comparing((Member m) -> m.group.busy() > 0)
          .thenComparing(m -> remaining(m.group))
          .thenComparing(m -> m.group.busy())
          .thenComparing(m -> m.group.state())
          .thenComparing(m -> m.group.id());

  private static final Duration NEVER = Duration.ofDays(36_500);

  record Member(AdapterSupply adapter, GroupSupply group) {}

  private final Goal goal;
  private final List<Member> members = new ArrayList<>();
  private final List<Member> victims = new ArrayList<>();
  private final Map<AdapterId, Integer> added = new TreeMap<>();

  private final Tiers tiers;

  Pool(Goal goal, List<AdapterSupply> adapters, Tiers tiers) {
    this.goal = goal;
    this.tiers = tiers;
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
    Comparator<Member> lastTierFirst =
        Comparator.comparingInt((Member m) -> -tiers.priority(m.adapter.id()).orElse(0));
    return members.stream()
        .filter(m -> !m.adapter.silent() && !tiers.leavesAlone(m.adapter))
        .filter(m -> !victims.contains(m))
        .sorted(lastTierFirst.thenComparing(FIRST_TO_GO))
        .toList();
  }

  private static Duration remaining(GroupSupply group) {
    return switch (group.remaining()) {
      case Reading.Known<Duration> known -> group.busy() > 0 ? known.value() : Duration.ZERO;
      case Reading.Unknown<Duration> _ -> group.busy() > 0 ? NEVER : Duration.ZERO;
    };
  }

  List<GroupSupply> victimsOf(AdapterSupply adapter) {
    return victims.stream()
        .filter(m -> m.adapter.id().equals(adapter.id()))
        .map(Member::group)
        .toList();
  }
}
