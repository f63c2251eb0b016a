package dev.tidemill.scale.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingAdvice;
import dev.tidemill.scale.ScalingAdvice.Line;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** What every policy promises, tried on snapshots made by chance. */
@Tag("S2")
@Tag("S5")
public abstract class PolicyContract {
  private static final List<GroupBounds> BOUNDS =
      List.of(new GroupBounds(0, 100), new GroupBounds(1, 3), new GroupBounds(2, 6));

  protected abstract ScalingPolicy policy(GroupBounds bounds);

  /** Does this policy never change anything? */
  protected boolean alwaysHolds() {
    return false;
  }

  /** Does it look at demand at all? */
  protected boolean looksAtDemand() {
    return true;
  }

  /** Does it reckon with the time until a starting group works? */
  protected boolean knowsWhenStartsHelp() {
    return false;
  }

  /** Which groups the policy sizes together: all, or those started for a line's set. */
  protected abstract boolean sameLine(CapabilitySet line, GroupSupply group);

  @Provide
  Arbitrary<ScalingSnapshot> snapshots() {
    return Arbitraries.randomValue(Snapshots::random);
  }

  @Provide
  Arbitrary<GroupBounds> bounds() {
    return Arbitraries.of(BOUNDS);
  }

  @Property
  void the_same_snapshot_gives_the_same_advice_in_whatever_order_it_lists_things(
      @ForAll("snapshots") ScalingSnapshot snapshot, @ForAll long seed) {
    ScalingPolicy policy = policy(BOUNDS.getFirst());
    var shuffled =
        Snapshots.withGroups(
            new ScalingSnapshot(
                shuffled(snapshot.demand(), seed), shuffled(snapshot.adapters(), seed)),
            groups -> shuffled(groups, seed));

    assertThat(policy.advise(snapshot)).isEqualTo(policy.advise(snapshot));
    assertThat(policy.advise(shuffled)).isEqualTo(policy.advise(snapshot));
  }

  @Property
  void no_adapter_is_asked_for_more_than_it_may_have(
      @ForAll("snapshots") ScalingSnapshot snapshot, @ForAll("bounds") GroupBounds bounds) {
    ScalingAdvice advice = policy(bounds).advise(snapshot);
    for (AdapterSupply adapter : snapshot.adapters()) {
      var lines = advice.lines().stream().filter(l -> l.adapter().equals(adapter.id())).toList();
      if (lines.stream().noneMatch(line -> held(line, adapter))) {
        assertThat(lines.stream().mapToInt(Line::desired).sum())
            .isLessThanOrEqualTo(adapter.maxGroups());
      }
    }
  }

  @Property
  void sizes_keep_their_bounds_as_far_as_adapters_allow(
      @ForAll("snapshots") ScalingSnapshot snapshot, @ForAll("bounds") GroupBounds bounds) {
    ScalingAdvice advice = policy(bounds).advise(snapshot);
    boolean silence = snapshot.adapters().stream().anyMatch(AdapterSupply::silent);
    for (CapabilitySet set : sets(advice)) {
      if (!silence && !mayHold(snapshot, set)) {
        int total = total(advice, set);
        boolean told = advice.unmet().stream().anyMatch(u -> u.capabilities().equals(set));
        assertThat(total).isLessThanOrEqualTo(bounds.max());
        assertThat(total >= bounds.min() || told).isTrue();
      }
    }
  }

  @Property
  void unknown_demand_holds_the_size(
      @ForAll("snapshots") ScalingSnapshot snapshot, @ForAll("bounds") GroupBounds bounds) {
    ScalingAdvice advice = policy(bounds).advise(snapshot);
    for (Line line : advice.lines()) {
      if (mayHold(snapshot, line.capabilities())) {
        assertHeld(snapshot, line);
      }
    }
  }

  @Property
  void a_silent_adapter_is_held(
      @ForAll("snapshots") ScalingSnapshot snapshot, @ForAll("bounds") GroupBounds bounds) {
    for (Line line : policy(bounds).advise(snapshot).lines()) {
      if (adapter(snapshot, line).silent()) {
        assertHeld(snapshot, line);
      }
    }
  }

  @Property
  void draining_groups_are_neither_supply_nor_surplus(
      @ForAll("snapshots") ScalingSnapshot snapshot, @ForAll("bounds") GroupBounds bounds) {
    var without =
        Snapshots.withGroups(
            snapshot,
            groups -> groups.stream().filter(g -> g.state() != GroupState.DRAINING).toList());

    assertThat(policy(bounds).advise(without)).isEqualTo(policy(bounds).advise(snapshot));
  }

  @Property
  void starting_groups_are_supply(
      @ForAll("snapshots") ScalingSnapshot snapshot, @ForAll("bounds") GroupBounds bounds) {
    var started =
        Snapshots.withGroups(
            snapshot, groups -> groups.stream().map(PolicyContract::started).toList());

    ScalingAdvice before = policy(bounds).advise(snapshot);
    ScalingAdvice after = policy(bounds).advise(started);
    // Which of two idle groups goes may depend on whether one still starts; how many come may not.
    if (noVictims(before) && noVictims(after)) {
      if (knowsWhenStartsHelp()) {
        assertThat(groups(after)).isLessThanOrEqualTo(groups(before));
      } else {
        assertThat(sizes(after)).isEqualTo(sizes(before));
      }
    }
  }

  @Property
  void victims_are_exactly_the_surplus_and_idle_ones_go_first(
      @ForAll("snapshots") ScalingSnapshot snapshot, @ForAll("bounds") GroupBounds bounds) {
    for (Line line : policy(bounds).advise(snapshot).lines()) {
      List<GroupSupply> supply = supply(snapshot, line);
      assertThat(line.victims()).hasSize(Math.max(0, supply.size() - line.desired()));
      assertThat(supply.stream().map(GroupSupply::id)).containsAll(line.victims());
      assertThat(line.victims()).doesNotHaveDuplicates();
      assertThat(busiest(supply, line.victims(), true))
          .isLessThanOrEqualTo(busiest(supply, line.victims(), false));
    }
  }

  @Property
  void every_line_says_why(
      @ForAll("snapshots") ScalingSnapshot snapshot, @ForAll("bounds") GroupBounds bounds) {
    ScalingAdvice advice = policy(bounds).advise(snapshot);

    assertThat(advice.lines()).allSatisfy(line -> assertThat(line.reason()).isNotBlank());
    assertThat(advice.unmet()).allSatisfy(unmet -> assertThat(unmet.reason()).isNotBlank());
  }

  @Property
  void while_there_are_tasks_the_last_group_stays(@ForAll("snapshots") ScalingSnapshot snapshot) {
    ScalingAdvice advice = policy(BOUNDS.getFirst()).advise(snapshot);
    for (CapabilitySet set : sets(advice)) {
      boolean room = snapshot.adapters().stream().allMatch(a -> a.maxGroups() > 8);
      boolean had = advice.lines().stream().anyMatch(l -> !supply(snapshot, l).isEmpty());
      if (looksAtDemand() && room && had && tasks(snapshot, set) > 0) {
        assertThat(total(advice, set)).isPositive();
      }
    }
  }

  private boolean held(Line line, AdapterSupply adapter) {
    return adapter.silent() || alwaysHolds() || line.reason().startsWith("held");
  }

  /** Is something of the line's demand unknown, so that it must be held? */
  private boolean mayHold(ScalingSnapshot snapshot, CapabilitySet line) {
    return alwaysHolds()
        || (looksAtDemand()
            && snapshot.demand().stream()
                .filter(d -> sameLine(line, started(d.capabilities())))
                .anyMatch(PolicyContract::unknown));
  }

  /** Read from the signals themselves, so that adding them up wrongly is found. */
  private static boolean unknown(Demand demand) {
    return Stream.of(demand.waiting(), demand.inFlight(), demand.dueParked(), demand.queries())
        .anyMatch(Reading.Unknown.class::isInstance);
  }

  private int tasks(ScalingSnapshot snapshot, CapabilitySet line) {
    return snapshot.demand().stream()
        .filter(d -> sameLine(line, started(d.capabilities())))
        .map(d -> d.tasks() instanceof Reading.Known<Integer> known ? known.value() : 0)
        .mapToInt(n -> n)
        .sum();
  }

  private void assertHeld(ScalingSnapshot snapshot, Line line) {
    assertThat(line.desired()).isEqualTo(supply(snapshot, line).size());
    assertThat(line.victims()).isEmpty();
  }

  private List<GroupSupply> supply(ScalingSnapshot snapshot, Line line) {
    return adapter(snapshot, line).groups().stream()
        .filter(g -> g.state() == GroupState.STARTING || g.state() == GroupState.RUNNING)
        .filter(g -> sameLine(line.capabilities(), g))
        .toList();
  }

  private static AdapterSupply adapter(ScalingSnapshot snapshot, Line line) {
    return snapshot.adapters().stream()
        .filter(a -> a.id().equals(line.adapter()))
        .findFirst()
        .orElseThrow();
  }

  /** Most busy workers of a victim, or fewest of a survivor. */
  private static int busiest(List<GroupSupply> supply, List<GroupId> victims, boolean victim) {
    var busy =
        supply.stream().filter(g -> victims.contains(g.id()) == victim).mapToInt(GroupSupply::busy);
    return victim ? busy.max().orElse(0) : busy.min().orElse(Integer.MAX_VALUE);
  }

  private static Set<CapabilitySet> sets(ScalingAdvice advice) {
    var sets = new HashSet<CapabilitySet>();
    advice.lines().forEach(line -> sets.add(line.capabilities()));
    return sets;
  }

  private static int total(ScalingAdvice advice, CapabilitySet set) {
    return advice.lines().stream()
        .filter(line -> line.capabilities().equals(set))
        .mapToInt(Line::desired)
        .sum();
  }

  private static boolean noVictims(ScalingAdvice advice) {
    return advice.lines().stream().allMatch(line -> line.victims().isEmpty());
  }

  private static int groups(ScalingAdvice advice) {
    return advice.lines().stream().mapToInt(Line::desired).sum();
  }

  private static List<String> sizes(ScalingAdvice advice) {
    return advice.lines().stream()
        .map(l -> l.adapter() + "/" + l.capabilities() + "=" + l.desired())
        .toList();
  }

  private static GroupSupply started(GroupSupply group) {
    return group.state() == GroupState.STARTING
        ? new GroupSupply(group.id(), group.capabilities(), GroupState.RUNNING, 1, 0)
        : group;
  }

  private static GroupSupply started(CapabilitySet set) {
    return new GroupSupply(new GroupId("any"), set, GroupState.RUNNING, 0, 0);
  }

  private static <T> List<T> shuffled(List<T> list, long seed) {
    var copy = new ArrayList<>(list);
    Collections.shuffle(copy, new Random(seed));
    return copy;
  }
}
