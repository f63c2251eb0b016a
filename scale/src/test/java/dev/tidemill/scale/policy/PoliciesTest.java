package dev.tidemill.scale.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.scale.AdapterId;
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
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers of requirement S2. */
@Tag("S2")
class PoliciesTest {
  private static final GroupBounds ANY = new GroupBounds(0, 1000);
  private static final CapabilitySet GPU = CapabilitySet.of("gpu");

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "1, 0, 1",
    "1000, 0, 1",
    "10, 1, 1",
    "11, 1, 2",
    "1000, 3, 4",
    "30, 3, 3",
    "31, 3, 4",
    "3, 3, 3",
    "2, 3, 1",
    "1, 3, 1",
    "0, 3, 0",
    "19, 20, 2",
    "20, 20, 20",
    "99, 100, 10"
  })
  void vanilla_grows_by_one_and_shrinks_at_once(int tasks, int groups, int desired) {
    assertThat(desired(new VanillaPolicy(ANY), tasks, Snapshots.adapter(200, 1, groups)))
        .isEqualTo(desired);
  }

  @ParameterizedTest
  @CsvSource({"41, 1, 2", "40, 1, 1", "11, 3, 1", "50, 20, 2", "1, 2, 1", "0, 2, 0"})
  void vanilla_counts_workers_and_advises_groups(int tasks, int groups, int desired) {
    assertThat(desired(new VanillaPolicy(ANY), tasks, Snapshots.adapter(200, 4, groups)))
        .isEqualTo(desired);
  }

  @ParameterizedTest
  @CsvSource({"0, 3, 0", "1, 0, 1", "5, 0, 1", "6, 0, 2", "25, 9, 5", "26, 1, 6"})
  void capability_wants_a_worker_per_five_tasks(int tasks, int groups, int desired) {
    assertThat(desired(new CapabilityPolicy(ANY), tasks, Snapshots.adapter(200, 1, groups)))
        .isEqualTo(desired);
  }

  @Test
  void capability_sizes_each_set_apart_and_lets_an_unused_one_go() {
    var adapter =
        new AdapterSupply(
            new AdapterId("native"),
            GPU,
            10,
            1,
            false,
            List.of(group("a", GPU, 0), group("b", CapabilitySet.of("old"), 0)));
    var snapshot =
        new ScalingSnapshot(
            List.of(Snapshots.tasks(GPU, 11, 0), Snapshots.tasks(CapabilitySet.NONE, 1, 1)),
            List.of(adapter));

    assertThat(new CapabilityPolicy(ANY).advise(snapshot).lines())
        .extracting(line -> line.capabilities() + "=" + line.desired())
        .containsExactly("=1", "gpu=3", "old=0");
  }

  @Test
  void what_no_adapter_can_do_is_told() {
    var snapshot =
        new ScalingSnapshot(
            List.of(Snapshots.tasks(GPU, 5, 0)), List.of(Snapshots.adapter(10, 1, 0)));
    ScalingAdvice advice = new CapabilityPolicy(ANY).advise(snapshot);

    assertThat(advice.lines()).isEmpty();
    assertThat(advice.unmet()).extracting(ScalingAdvice.Unmet::capabilities).containsExactly(GPU);
  }

  @Test
  void everything_there_is_to_do_counts() {
    Reading<Integer> two = Reading.of(2);
    Reading<Duration> zero = Reading.of(Duration.ZERO);
    var demand = new Demand(CapabilitySet.NONE, two, two, zero, two, two, zero, Reading.of(100));

    assertThat(demand.tasks()).isEqualTo(Reading.of(8));
  }

  @Test
  void work_that_only_runs_keeps_its_workers() {
    var snapshot =
        new ScalingSnapshot(
            List.of(Snapshots.tasks(CapabilitySet.NONE, 0, 3)),
            List.of(Snapshots.adapter(10, 1, 3)));

    assertThat(new VanillaPolicy(ANY).advise(snapshot).lines().getFirst().desired()).isEqualTo(3);
  }

  @Test
  void idle_groups_go_before_busy_ones_on_whatever_adapter() {
    var one =
        new AdapterSupply(
            new AdapterId("one"),
            CapabilitySet.NONE,
            5,
            1,
            false,
            List.of(group("a", CapabilitySet.NONE, 1), group("b", CapabilitySet.NONE, 0)));
    var two =
        new AdapterSupply(
            new AdapterId("two"),
            CapabilitySet.NONE,
            5,
            1,
            false,
            List.of(group("c", CapabilitySet.NONE, 1), group("d", CapabilitySet.NONE, 0)));
    var snapshot = new ScalingSnapshot(List.of(), List.of(one, two));

    assertThat(new FixedPolicy(2, ANY).advise(snapshot).lines())
        .extracting(Line::victims)
        .containsExactly(List.of(new GroupId("b")), List.of(new GroupId("d")));
  }

  @Test
  void fixed_fills_adapters_in_order_and_tells_what_does_not_fit() {
    var snapshot = new ScalingSnapshot(List.of(), List.of(Snapshots.adapter(3, 2, 0)));
    ScalingAdvice advice = new FixedPolicy(5, ANY).advise(snapshot);

    assertThat(advice.lines().getFirst().desired()).isEqualTo(3);
    assertThat(advice.unmet()).hasSize(1);
  }

  @Test
  void bounds_and_capabilities_that_make_no_sense_are_refused() {
    assertThatThrownBy(() -> new GroupBounds(3, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CapabilitySet.of("a,b")).isInstanceOf(IllegalArgumentException.class);
  }

  private static int desired(ScalingPolicy policy, int tasks, AdapterSupply adapter) {
    var demand = Snapshots.tasks(CapabilitySet.NONE, tasks, 0);
    var advice = policy.advise(new ScalingSnapshot(List.of(demand), List.of(adapter)));
    assertThat(advice.lines()).hasSize(1);
    return advice.lines().getFirst().desired();
  }

  private static GroupSupply group(String id, CapabilitySet set, int busy) {
    return new GroupSupply(new GroupId(id), set, GroupState.RUNNING, 1 - busy, busy);
  }
}
