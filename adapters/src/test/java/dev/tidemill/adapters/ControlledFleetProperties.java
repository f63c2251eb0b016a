package dev.tidemill.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.scale.control.ControlState;
import dev.tidemill.scale.control.Decision;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/** Hours of load over a bad network, with restarts of everything: nothing is lost or left over. */
@Tag("S3")
@Tag("S5")
@Tag("S8")
class ControlledFleetProperties {
  private static final double[] RATES = {0, 0.1, 0.6, 0.2, 0, 0.4};

  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  void whatever_happens_work_gets_done_and_the_fleet_ends_as_it_should(@ForAll long seed) {
    var fleet = new ControlledFleet(new Random(seed));
    fleet.faults = true;
    for (double rate : RATES) {
      fleet.rate = rate;
      for (int minute = 0; minute < 20; minute++) {
        fleet.run(60);
        for (ControlledFleet.Adapter adapter : fleet.adapters) {
          assertThat(adapter.platform.living()).isLessThanOrEqualTo(ControlledFleet.MAX_GROUPS);
        }
      }
    }
    int startedUnderFaults = started(fleet);
    fleet.faults = false;
    fleet.rate = 0.4;
    fleet.run(1200);
    assertThat(fleet.waiting).as("work waits although there is room").isLessThan(30);
    assertThat(started(fleet) - startedUnderFaults).as("starts for a steady load").isLessThan(40);

    fleet.rate = 0;
    fleet.run(1800);
    assertThat(fleet.waiting).isZero();
    for (ControlledFleet.Adapter adapter : fleet.adapters) {
      assertThat(adapter.platform.observe()).as("left over on " + adapter.id).isEmpty();
    }
    assertThat(finished(fleet)).as("every job ended where it began").isEqualTo(fleet.arrived);
    assertThat(startedUnderFaults).as("no runaway").isLessThan(500);
  }

  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void a_former_controller_hears_of_its_successor_and_stops(@ForAll long seed) {
    var fleet = new ControlledFleet(new Random(seed));
    fleet.rate = 0.4;
    fleet.run(300);
    ControlState former = fleet.controllers.getFirst();
    fleet.controllers.add(ControlState.beginning(2));
    fleet.run(120);

    assertThat(former.fenced()).isFalse();
    assertThat(fleet.controllers.getFirst().fenced()).isTrue();
    assertThat(fleet.controllers.getLast().fenced()).isFalse();
  }

  @Property(tries = 5, shrinking = ShrinkingMode.OFF)
  @Tag("S6")
  void every_decision_can_be_replayed_and_explained(@ForAll long seed) {
    var fleet = new ControlledFleet(new Random(seed));
    fleet.faults = true;
    fleet.rate = 0.5;
    fleet.run(3600);

    assertThat(fleet.decisions).hasSizeGreaterThan(500);
    for (Decision decision : fleet.decisions) {
      assertThat(decision.replays(ControlledFleet.policy())).isTrue();
      assertThat(decision.explain()).contains("by target");
    }
  }

  private static int started(ControlledFleet fleet) {
    return fleet.adapters.stream().mapToInt(adapter -> adapter.platform.started()).sum();
  }

  private static int finished(ControlledFleet fleet) {
    return fleet.adapters.stream().mapToInt(adapter -> adapter.platform.finished()).sum();
  }
}
