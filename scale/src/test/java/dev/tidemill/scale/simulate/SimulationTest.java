package dev.tidemill.scale.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.scale.policy.FixedPolicy;
import dev.tidemill.scale.policy.GroupBounds;
import dev.tidemill.scale.simulate.Workload.Arrival;
import dev.tidemill.scale.simulate.Workload.Platform;
import dev.tidemill.scale.simulate.peer.Contenders;
import dev.tidemill.scale.simulate.peer.Contenders.Contender;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** That the simulation counts rightly, and what the default is worth beside others. */
class SimulationTest {
  private static final long SEED = 7;

  /** One answers a burst with fewer workers and longer waits, see bench/README.md. */
  private static final Set<String> NOT_AHEAD = Set.of("spike");

  static Stream<Arguments> workloads() {
    return Workloads.all(1).stream().map(load -> Arguments.of(load.name(), load));
  }

  @Test
  @Tag("S6")
  void the_same_seed_gives_the_same_scores() {
    Workload load = Workloads.sine(3);

    assertThat(ours(load)).isEqualTo(ours(Workloads.sine(3)));
  }

  @Test
  void waiting_and_pay_are_added_up_to_the_second() {
    var platform = new Platform(1, 10, 0, 0, 0);
    var arrivals = List.of(new Arrival(10, 5), new Arrival(10, 5), new Arrival(12, 1));
    var load = new Workload("three", arrivals, List.of(), platform, 0, 100);

    Scores scores = Simulation.run(load, fixed(1), SEED);

    // One worker from 0 to 100; the second job waits 5 s, the third from 12 to 20.
    assertThat(scores.paid()).isEqualTo(100);
    assertThat(scores.waited()).isEqualTo(13);
    assertThat(scores.interrupted()).isZero();
  }

  @Test
  void an_eviction_counts_as_interruption_and_the_work_begins_again() {
    var platform = new Platform(1, 10, 0, 0, 0);
    var load = new Workload("one", List.of(new Arrival(1, 100)), List.of(), platform, 0, 1000);
    Scaler flips =
        new Scaler() {
          private int looks;

          @Override
          public double every() {
            return 20;
          }

          @Override
          public Order look(dev.tidemill.scale.ScalingSnapshot snapshot, java.time.Instant at) {
            return new Order.Evict(looks++ == 2 ? 0 : 1, 5);
          }
        };

    Scores scores = Simulation.run(load, flips, SEED);

    // Begun at 1, asked to go at 40, lost at 45, begun again at once by the one started at 60.
    assertThat(scores.interrupted()).isEqualTo(1);
    assertThat(scores.waited()).isEqualTo(59);
  }

  @Tag("S5")
  @Tag("S8")
  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void the_default_interrupts_nothing_and_nobody_is_better_in_both(String name, Workload load) {
    Scores ours = ours(load);

    assertThat(ours.interrupted()).isZero();
    for (Contender peer : Contenders.peers()) {
      Scores theirs = Simulation.run(load, peer.scaler().get(), SEED);
      assertThat(theirs.dominates(ours)).as("%s: %s beats %s", peer.name(), theirs, ours).isFalse();
      if (!NOT_AHEAD.contains(name)) {
        assertThat(ours.product()).as(peer.name()).isLessThanOrEqualTo(theirs.product());
      }
    }
  }

  @Tag("S5")
  @Test
  void around_a_threshold_the_default_does_not_flap() {
    Scores scores = ours(Workloads.sine(1));

    // The load itself turns 48 times in two hours.
    assertThat(scores.turns()).isLessThanOrEqualTo(60);
  }

  @Tag("S5")
  @Test
  void slow_starts_do_not_make_the_default_start_more_than_it_may_need() {
    // 20 jobs at once on a platform that takes a minute to start.
    var jobs = Stream.generate(() -> new Arrival(30, 600)).limit(20).toList();
    var load = new Workload("burst", jobs, List.of(), new Platform(1, 50, 60, 0, 0), 30, 3000);

    assertThat(ours(load).peak()).isBetween(20, 25);
  }

  private static Scores ours(Workload load) {
    return Simulation.run(load, Contenders.ours().scaler().get(), SEED);
  }

  private static Scaler fixed(int groups) {
    return new PolicyScaler(new FixedPolicy(groups, new GroupBounds(0, 10)));
  }
}
