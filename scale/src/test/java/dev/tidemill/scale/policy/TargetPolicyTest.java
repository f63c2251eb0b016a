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
import dev.tidemill.scale.PolicyMemory;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingAdvice.Line;
import dev.tidemill.scale.ScalingPolicy.Advised;
import dev.tidemill.scale.ScalingSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("S2")
@Tag("S5")
class TargetPolicyTest {
  private static final GroupBounds ANY = new GroupBounds(0, 1000);
  private static final CapabilitySet NONE = CapabilitySet.NONE;
  private static final Instant START = Instant.EPOCH.plusSeconds(1_000_000);

  private final TargetPolicy policy = new TargetPolicy(TargetSettings.within(ANY));
  private PolicyMemory memory = PolicyMemory.NONE;

  /** The goal is 10 s and a start takes 15 s where nothing is measured. */
  @ParameterizedTest
  @CsvSource({
    // waiting, running, job seconds, groups there: desired
    "0, 0, 30, 0, 0",
    "1, 0, 30, 0, 1",
    "15, 0, 600, 0, 15", // long jobs: one each
    "100, 0, 1, 0, 10", // short ones: many each
    "1, 1, 5, 1, 1", // done before another could start
    "1, 1, 600, 1, 2",
    "0, 9, 600, 9, 9",
    "40, 4, 1, 4, 4" // those there do it in time
  })
  void it_is_the_smallest_size_that_keeps_the_goal(
      int waiting, int running, int seconds, int groups, int desired) {
    var demand = Snapshots.paced(NONE, waiting, running, Duration.ofSeconds(seconds), 0);
    var snapshot = new ScalingSnapshot(List.of(demand), List.of(Snapshots.adapter(200, 1, groups)));

    var exact = new TargetPolicy(TargetSettings.within(ANY).withHeadroom(0));
    assertThat(exact.advise(snapshot).lines().getFirst().desired()).isEqualTo(desired);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "9, 12", "100, 110"})
  void beside_what_runs_there_is_room_for_its_square_root(int running, int desired) {
    var demand = Snapshots.paced(NONE, 0, running, Duration.ofMinutes(10), 0);
    var adapter = Snapshots.adapter(200, 1, running);

    assertThat(policy.advise(new ScalingSnapshot(List.of(demand), List.of(adapter))).lines())
        .extracting(Line::desired)
        .containsExactly(desired);
  }

  @Test
  void slots_of_a_worker_count() {
    var shape = new AdapterSupply.WorkerShape(4, Reading.of(Duration.ofSeconds(5)));
    var adapter = new AdapterSupply(new AdapterId("native"), NONE, 50, 2, false, List.of(), shape);
    var demand = Snapshots.paced(NONE, 32, 0, Duration.ofHours(1), 0);

    assertThat(advise(0, demand, adapter).desired()).isEqualTo(4);
  }

  @Test
  void pending_starts_are_supply_however_long_they_take() {
    var demand = Snapshots.paced(NONE, 20, 0, Duration.ofMinutes(10), 0);
    List<GroupSupply> starting = new ArrayList<>();
    for (int round = 0; round < 24; round++) {
      int now = starting.size();
      int desired = advise(round * 5, demand, adapter(starting)).desired();
      for (int i = now; i < desired; i++) {
        starting.add(new GroupSupply(new GroupId("g" + i), NONE, GroupState.STARTING, 0, 0));
      }
    }

    assertThat(starting).hasSize(20);
  }

  @Test
  void it_grows_at_once_and_shrinks_only_after_a_minute_of_wanting_less() {
    assertThat(size(0, 12, 12)).isEqualTo(16);
    assertThat(size(5, 2, 16)).isEqualTo(16);
    assertThat(size(60, 2, 16)).isEqualTo(16);
    assertThat(size(66, 2, 16)).isEqualTo(8);
  }

  @Test
  void less_goes_in_steps_with_pauses_between() {
    size(0, 0, 16);
    assertThat(size(61, 0, 16)).isEqualTo(8);
    assertThat(size(66, 0, 8)).isEqualTo(8);
    assertThat(size(71, 0, 8)).isEqualTo(4);
    assertThat(size(81, 0, 4)).isZero();
  }

  @Test
  void a_little_too_much_stays_for_longer() {
    size(0, 10, 15);
    assertThat(size(100, 9, 15)).isEqualTo(15);
    assertThat(size(301, 9, 15)).isLessThan(15);
  }

  @Test
  void more_at_once_than_the_step_comes_in_steps() {
    var demand = Snapshots.paced(NONE, 500, 0, Duration.ofHours(1), 0);

    assertThat(advise(0, demand, Snapshots.adapter(1000, 1, 0)).desired()).isEqualTo(20);
    assertThat(advise(5, demand, Snapshots.adapter(1000, 1, 100)).desired()).isEqualTo(200);
  }

  @Test
  void what_is_unknown_holds_the_size_and_what_it_was_before_is_not_forgotten() {
    size(0, 12, 12);
    Line held = advise(5, Snapshots.unknown(NONE, 0), Snapshots.adapter(100, 1, 12));

    assertThat(held.desired()).isEqualTo(12);
    assertThat(held.reason()).startsWith("held, because demand is unknown");
    assertThat(memory.pools()).containsKey(NONE);
  }

  @Test
  void jobs_that_schedules_will_start_are_made_ready_for_and_kept() {
    var shape = new AdapterSupply.WorkerShape(1, Reading.of(Duration.ofSeconds(20)));
    var soon = dueSoon(Reading.of(8));

    assertThat(advise(0, soon, adapter(List.of(), shape)).desired()).isEqualTo(8);
    assertThat(advise(120, soon, adapter(running(8), shape)).desired()).isEqualTo(8);
  }

  @Test
  void a_schedule_that_cannot_be_read_is_no_reason_to_shrink() {
    var blind = dueSoon(new Reading.Unknown<>("the store does not answer"));
    advise(0, blind, Snapshots.adapter(100, 1, 5));

    assertThat(advise(600, blind, Snapshots.adapter(100, 1, 5)).desired()).isEqualTo(5);
  }

  @Test
  void idle_ones_go_first_and_then_who_is_done_first() {
    var groups =
        List.of(
            busy("a", Reading.of(Duration.ofMinutes(9))),
            busy("b", Reading.of(Duration.ofSeconds(4))),
            busy("c", new Reading.Unknown<>("no idea")),
            new GroupSupply(new GroupId("d"), NONE, GroupState.RUNNING, 1, 0));
    var snapshot = new ScalingSnapshot(List.of(), List.of(adapter(groups)));

    assertThat(new FixedPolicy(0, ANY).advise(snapshot).lines().getFirst().victims())
        .extracting(GroupId::value)
        .containsExactly("d", "b", "a", "c");
  }

  @Test
  void the_reason_has_the_numbers_and_what_held_it_back() {
    size(0, 12, 12);
    var line = advise(5, Snapshots.paced(NONE, 0, 2, Duration.ofSeconds(60), 0.5), running16());

    assertThat(line.words())
        .contains("0 waiting and 2 running of 60 s each", "0.50/s coming", "goal 10 s")
        .contains("held, because about that many were wanted in the last 60 s");
  }

  @Test
  void a_clock_that_was_set_back_does_not_freeze_the_size() {
    size(10_000, 12, 16);
    size(0, 0, 16);

    assertThat(size(61, 0, 16)).isEqualTo(8);
  }

  @Test
  void settings_that_make_no_sense_are_refused() {
    assertThatThrownBy(() -> TargetSettings.within(ANY).withWaitGoal(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Steadiness.Direction(Duration.ZERO, Duration.ZERO, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static AdapterSupply running16() {
    return Snapshots.adapter(100, 1, 16);
  }

  private int size(int second, int running, int groups) {
    var demand = Snapshots.paced(NONE, 0, running, Duration.ofSeconds(60), 0);
    return advise(second, demand, Snapshots.adapter(100, 1, groups)).desired();
  }

  private Line advise(int second, Demand demand, AdapterSupply adapter) {
    var snapshot = new ScalingSnapshot(List.of(demand), List.of(adapter));
    Advised advised = policy.advise(snapshot, memory, START.plusSeconds(second));
    memory = advised.memory();
    return advised.advice().lines().getFirst();
  }

  private static Demand dueSoon(Reading<Integer> soon) {
    Demand none = Snapshots.paced(NONE, 0, 0, Duration.ofSeconds(90), 0);
    return new Demand(
        NONE,
        none.waiting(),
        none.inFlight(),
        none.oldestWait(),
        none.dueParked(),
        none.queries(),
        none.oldestQuery(),
        soon,
        none.pace());
  }

  private static List<GroupSupply> running(int count) {
    List<GroupSupply> groups = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      groups.add(new GroupSupply(new GroupId("g" + i), NONE, GroupState.RUNNING, 1, 0));
    }
    return groups;
  }

  private static GroupSupply busy(String id, Reading<Duration> remaining) {
    return new GroupSupply(new GroupId(id), NONE, GroupState.RUNNING, 0, 1, remaining);
  }

  private static AdapterSupply adapter(List<GroupSupply> groups) {
    return adapter(groups, AdapterSupply.WorkerShape.PLAIN);
  }

  private static AdapterSupply adapter(List<GroupSupply> groups, AdapterSupply.WorkerShape shape) {
    return new AdapterSupply(new AdapterId("native"), NONE, 100, 1, false, groups, shape);
  }
}
