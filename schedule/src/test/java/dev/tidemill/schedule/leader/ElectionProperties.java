package dev.tidemill.schedule.leader;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/** Three nodes in bad weather. A failing run is repeated by its seed, which jqwik prints. */
@Tag("C1")
class ElectionProperties {
  private static final Duration TTL = ElectionSimulation.SETTINGS.ttl();
  private static final Duration GRACE = Duration.ofMillis(500);

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void no_two_nodes_ever_trust_their_leadership_at_once(@ForAll long seed) {
    var world = new ElectionSimulation(seed, 3);
    Set<Term> terms = new HashSet<>();
    world.setRough(true);
    world.run(
        Duration.ofMinutes(10),
        () -> {
          assertThat(world.trusting()).hasSizeLessThanOrEqualTo(1);
          world.trusting().forEach(node -> node.latch.trusted().ifPresent(terms::add));
        });

    assertThat(terms).as("leadership must have moved, or nothing was tried").hasSizeGreaterThan(2);
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void when_the_weather_clears_somebody_leads(@ForAll long seed) {
    var world = new ElectionSimulation(seed, 3);
    world.setRough(true);
    world.run(Duration.ofMinutes(2), () -> {});
    world.setRough(false);
    // What was under way may still arrive and take or keep the lease for another full time.
    world.run(Duration.ofSeconds(40), () -> {});

    world.run(Duration.ofMinutes(1), () -> assertThat(world.trusting()).as("leaders").hasSize(1));
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void after_a_crash_another_leads_within_the_lease_and_half_a_second(@ForAll long seed) {
    var world = new ElectionSimulation(seed, 3);
    for (int i = 0; i < 5; i++) {
      world.run(Duration.ofSeconds(2).plus(world.upTo(Duration.ofSeconds(9))), () -> {});
      SimulatedNode leader = world.trusting().getFirst();
      world.crash(leader);
      world.run(TTL.plus(GRACE), () -> assertThat(world.trusting().size()).isLessThan(2));
      assertThat(world.trusting()).hasSize(1);
      world.start();
    }
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void after_a_clean_stop_another_leads_within_a_second(@ForAll long seed) {
    var world = new ElectionSimulation(seed, 3);
    world.run(Duration.ofSeconds(2).plus(world.upTo(Duration.ofSeconds(9))), () -> {});
    SimulatedNode leader = world.trusting().getFirst();
    leader.stop();
    world.run(Duration.ofSeconds(1), () -> assertThat(world.trusting().size()).isLessThan(2));

    assertThat(leader.state()).isEqualTo(ElectorState.STOPPED);
    assertThat(world.trusting()).hasSize(1).doesNotContain(leader);
  }
}
