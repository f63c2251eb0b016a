package dev.tidemill.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.adapters.DesiredSet.Wish;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.jspecify.annotations.Nullable;

/** Whatever was there and whatever happens to messages, in the end there is what shall be. */
@Tag("S3")
@Tag("S5")
class ConvergenceProperties {
  private static final AdapterLimits LIMITS = new AdapterLimits(50, 1, CapabilitySet.NONE);

  /** Enough for any order that was dropped at random to be given again. */
  private static final int ROUNDS = 80;

  private static final List<GroupState> STATES = List.of(GroupState.values());
  private static final List<Wish> WISHES = List.of(Wish.RUN, Wish.DRAIN, Wish.GONE);

  @Property(shrinking = ShrinkingMode.OFF)
  void from_any_real_set_it_comes_to_the_desired_one(@ForAll long seed) {
    var random = new Random(seed);
    InMemoryAdapter platform = platform(random);
    Set<GroupId> busy = occupied(platform, random);
    Map<GroupId, GroupState> before = states(platform);
    DesiredSet desired = desired(1, random);
    var reconciler = new GroupReconciler(LIMITS);
    reconciler.accept(desired);

    for (int round = 0; round < ROUNDS; round++) {
      act(reconciler, platform, random);
    }
    assertBusyGroupsLive(platform, busy, before);
    busy.forEach(platform::release);
    for (int round = 0; round < ROUNDS; round++) {
      act(reconciler, platform, random);
    }

    assertReached(platform, desired, before);
    assertThat(reconciler.plan(platform.observe()).actions()).isEmpty();
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void messages_lost_doubled_and_overtaken_change_nothing_in_the_end(@ForAll long seed) {
    var random = new Random(seed);
    InMemoryAdapter platform = platform(random);
    var reconciler = new GroupReconciler(LIMITS);
    List<DesiredSet> sent = new ArrayList<>();
    for (int generation = 1; generation <= 8; generation++) {
      sent.add(desired(generation, random));
    }
    DesiredSet last = sent.getLast();

    for (int i = 0; i < 30; i++) {
      DesiredSet any = sent.get(random.nextInt(sent.size()));
      long known = reconciler.generation();
      assertThat(reconciler.accept(any)).isEqualTo(any.generation() >= known);
      assertThat(reconciler.generation()).isEqualTo(Math.max(known, any.generation()));
      act(reconciler, platform, random);
    }
    reconciler.accept(last);
    Map<GroupId, GroupState> before = states(platform);
    for (int round = 0; round < ROUNDS; round++) {
      reconciler.accept(sent.get(random.nextInt(sent.size())));
      act(reconciler, platform, random);
    }

    assertReached(platform, last, before);
  }

  /** Some actions are done twice, some not at all; the platform goes on meanwhile. */
  private static void act(GroupReconciler reconciler, InMemoryAdapter platform, Random random) {
    for (GroupAction action : reconciler.plan(platform.observe()).actions()) {
      for (int times = random.nextInt(3); times > 0; times--) {
        action.on(platform);
      }
    }
    if (random.nextBoolean()) {
      platform.progress();
    }
  }

  private static void assertReached(
      InMemoryAdapter platform, DesiredSet desired, Map<GroupId, GroupState> before) {
    Map<GroupId, GroupState> after = states(platform);
    Set<GroupId> named = new HashSet<>();
    for (DesiredSet.Group group : desired.groups()) {
      named.add(group.id());
      GroupState was = before.get(group.id());
      switch (group.wish()) {
        case RUN -> assertThat(after.get(group.id())).isIn(mayFollow(was));
        case DRAIN -> assertThat(after.get(group.id())).isNotIn(RUNS);
        case GONE -> assertThat(after).doesNotContainKey(group.id());
        case KEEP -> throw new AssertionError("not made here");
      }
    }
    assertThat(named).containsAll(after.keySet());
  }

  private static final Set<GroupState> RUNS = Set.of(GroupState.STARTING, GroupState.RUNNING);

  /** What has ended stays ended; what was ending may have ended before it was asked to stay. */
  private static Set<GroupState> mayFollow(@Nullable GroupState was) {
    return switch (was) {
      case null -> RUNS;
      case STARTING, RUNNING -> RUNS;
      case DRAINING -> Set.of(GroupState.RUNNING, GroupState.GONE);
      case GONE, FAILED -> Set.of(was);
    };
  }

  private static void assertBusyGroupsLive(
      InMemoryAdapter platform, Set<GroupId> busy, Map<GroupId, GroupState> before) {
    Map<GroupId, GroupState> after = states(platform);
    for (GroupId id : busy) {
      GroupState was = before.get(id);
      if (was == GroupState.RUNNING || was == GroupState.DRAINING) {
        assertThat(after.get(id))
            .as(id + " had work")
            .isIn(GroupState.RUNNING, GroupState.DRAINING);
      }
    }
  }

  private static InMemoryAdapter platform(Random random) {
    var platform = new InMemoryAdapter();
    for (int i = 0; i < 12; i++) {
      if (random.nextBoolean()) {
        platform.put(
            new ObservedGroup(
                new GroupId("g" + i),
                CapabilitySet.NONE,
                STATES.get(random.nextInt(STATES.size())),
                List.of(),
                Instant.EPOCH,
                null));
      }
    }
    return platform;
  }

  private static Set<GroupId> occupied(InMemoryAdapter platform, Random random) {
    Set<GroupId> busy = new HashSet<>();
    for (ObservedGroup group : platform.observe()) {
      if (random.nextBoolean()) {
        platform.occupy(group.id());
        busy.add(group.id());
      }
    }
    return busy;
  }

  private static DesiredSet desired(long generation, Random random) {
    var groups = new ArrayList<DesiredSet.Group>();
    for (int i = 0; i < 12; i++) {
      if (random.nextInt(3) > 0) {
        Wish wish = WISHES.get(random.nextInt(WISHES.size()));
        groups.add(new DesiredSet.Group(new GroupId("g" + i), wish, CapabilitySet.NONE));
      }
    }
    return new DesiredSet(generation, groups);
  }

  private static Map<GroupId, GroupState> states(InMemoryAdapter platform) {
    var states = new HashMap<GroupId, GroupState>();
    platform.observe().forEach(group -> states.put(group.id(), group.state()));
    return states;
  }
}
