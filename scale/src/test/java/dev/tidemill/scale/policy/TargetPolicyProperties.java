package dev.tidemill.scale.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.PolicyMemory;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TargetPolicyProperties extends PolicyContract {
  @Override
  protected ScalingPolicy policy(GroupBounds bounds) {
    return new TargetPolicy(TargetSettings.within(bounds));
  }

  @Override
  protected boolean knowsWhenStartsHelp() {
    return true;
  }

  @Override
  protected boolean sameLine(CapabilitySet line, GroupSupply group) {
    return group.capabilities().equals(line);
  }

  @Property
  void more_work_never_needs_fewer_slots(
      @ForAll @IntRange(max = 500) int waiting,
      @ForAll @IntRange(max = 100) int running,
      @ForAll @IntRange(max = 100) int slots,
      @ForAll @IntRange(min = 1, max = 4000) int jobSeconds) {
    var times =
        new Need.Times(
            Duration.ofSeconds(jobSeconds), Duration.ofSeconds(20), Duration.ofSeconds(10), 0);
    var there = new Need.Slots(slots, slots / 3);

    int needed = new Need(waiting, running, 0, there, times).needed();
    assertThat(new Need(waiting + 1, running, 0, there, times).needed())
        .isGreaterThanOrEqualTo(needed);
    assertThat(needed).isGreaterThanOrEqualTo(running);
    assertThat(needed).isLessThanOrEqualTo(Math.max(1, waiting + running));
  }

  @Property
  void the_same_history_gives_the_same_advice_and_only_the_value_remembers(@ForAll long seed) {
    var random = new Random(seed);
    var first = policy(new GroupBounds(0, 50));
    var second = policy(new GroupBounds(0, 50));
    PolicyMemory one = PolicyMemory.NONE;
    PolicyMemory two = PolicyMemory.NONE;
    for (int round = 0; round < 30; round++) {
      ScalingSnapshot snapshot = Snapshots.random(random);
      Instant at = Instant.EPOCH.plusSeconds(round * 5L);
      var a = first.advise(snapshot, one, at);
      first.advise(Snapshots.random(random), PolicyMemory.NONE, at);
      var b = second.advise(snapshot, two, at);

      assertThat(a).isEqualTo(b);
      one = a.memory();
      two = b.memory();
    }
  }

  /** Demand that only trembles: the size settles and stays. */
  @Property(tries = 200)
  void noise_around_a_level_does_not_make_it_flap(@ForAll long seed) {
    var random = new Random(seed);
    var policy = policy(new GroupBounds(0, 100));
    PolicyMemory memory = PolicyMemory.NONE;
    int size = 0;
    List<Integer> sizes = new ArrayList<>();
    for (int round = 0; round < 720; round++) {
      int running = Math.min(size, 20);
      int all = 18 + random.nextInt(5);
      var demand =
          Snapshots.paced(
              CapabilitySet.NONE,
              Math.max(0, all - running),
              running,
              Duration.ofSeconds(60),
              1 / 3.0);
      var snapshot = new ScalingSnapshot(List.of(demand), List.of(Snapshots.adapter(100, 1, size)));
      var advised = policy.advise(snapshot, memory, Instant.EPOCH.plusSeconds(round * 5L));
      memory = advised.memory();
      size = advised.advice().lines().getFirst().desired();
      sizes.add(size);
    }

    assertThat(directionChanges(sizes)).isLessThanOrEqualTo(20);
    assertThat(sizes.subList(10, sizes.size())).allMatch(n -> n >= 18 && n <= 28);
  }

  private static int directionChanges(List<Integer> sizes) {
    int changes = 0;
    int direction = 0;
    for (int i = 1; i < sizes.size(); i++) {
      int step = Integer.signum(sizes.get(i) - sizes.get(i - 1));
      if (step != 0 && step != direction) {
        changes++;
        direction = step;
      }
    }
    return changes;
  }
}
