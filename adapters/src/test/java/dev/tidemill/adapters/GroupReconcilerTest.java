package dev.tidemill.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.adapters.DesiredSet.Wish;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("S3")
class GroupReconcilerTest {
  private static final GroupId A = new GroupId("a");
  private static final CapabilitySet LINUX = CapabilitySet.of("linux");
  private final GroupReconciler reconciler = new GroupReconciler(new AdapterLimits(2, 3, LINUX));

  @ParameterizedTest
  @CsvSource({
    "RUN,STARTING,''",
    "RUN,RUNNING,''",
    "RUN,DRAINING,Undrain",
    "RUN,GONE,''",
    "RUN,FAILED,''",
    "DRAIN,STARTING,Drain",
    "DRAIN,RUNNING,Drain",
    "DRAIN,DRAINING,''",
    "DRAIN,GONE,''",
    "DRAIN,FAILED,''",
    "GONE,STARTING,Drain",
    "GONE,RUNNING,Drain",
    "GONE,DRAINING,''",
    "GONE,GONE,Forget",
    "GONE,FAILED,Forget",
    "KEEP,STARTING,''",
    "KEEP,RUNNING,''",
    "KEEP,DRAINING,''",
    "KEEP,GONE,''",
    "KEEP,FAILED,''"
  })
  void every_wish_in_every_state_has_one_answer(Wish wish, GroupState state, String action) {
    reconciler.accept(new DesiredSet(1, List.of(new DesiredSet.Group(A, wish, LINUX))));

    assertThat(reconciler.plan(List.of(group(A, state))).actions())
        .extracting(a -> a.getClass().getSimpleName())
        .isEqualTo(action.isEmpty() ? List.of() : List.of(action));
  }

  @ParameterizedTest
  @CsvSource({"STARTING,Drain", "RUNNING,Drain", "DRAINING,''", "GONE,Forget", "FAILED,Forget"})
  void a_group_nobody_wishes_for_is_let_go(GroupState state, String action) {
    reconciler.accept(new DesiredSet(1, List.of()));

    assertThat(reconciler.plan(List.of(group(A, state))).actions())
        .extracting(a -> a.getClass().getSimpleName())
        .isEqualTo(action.isEmpty() ? List.of() : List.of(action));
  }

  @Test
  void before_the_first_wish_nothing_is_touched() {
    assertThat(reconciler.plan(List.of(group(A, GroupState.RUNNING))).actions()).isEmpty();
    assertThat(reconciler.generation()).isZero();
  }

  @Test
  void a_group_that_is_missing_is_started_as_wished() {
    reconciler.accept(wish(1, "a"));

    assertThat(reconciler.plan(List.of()).actions())
        .containsExactly(new GroupAction.Start(new GroupSpec(A, LINUX, 3)));
  }

  @Test
  void an_older_wish_never_wins_and_the_same_again_is_welcome() {
    assertThat(reconciler.accept(wish(5, "a"))).isTrue();
    assertThat(reconciler.accept(wish(4))).isFalse();
    assertThat(reconciler.accept(wish(5, "a"))).isTrue();

    assertThat(reconciler.generation()).isEqualTo(5);
    assertThat(reconciler.plan(List.of(group(A, GroupState.RUNNING))).actions()).isEmpty();
  }

  @Test
  void more_than_the_limit_is_refused_and_what_is_ending_counts() {
    reconciler.accept(wish(1, "a", "b", "c"));
    GroupPlan plan = reconciler.plan(List.of(group(new GroupId("old"), GroupState.DRAINING)));

    assertThat(plan.actions()).hasSize(1);
    assertThat(plan.refusals())
        .extracting(GroupPlan.Refusal::code)
        .containsExactly(AdapterError.GROUP_LIMIT, AdapterError.GROUP_LIMIT);
  }

  @Test
  void what_has_ended_takes_no_room() {
    reconciler.accept(wish(1, "a", "b"));
    var ended =
        List.of(
            group(new GroupId("x"), GroupState.GONE), group(new GroupId("y"), GroupState.FAILED));

    assertThat(reconciler.plan(ended).refusals()).isEmpty();
  }

  @Test
  void what_workers_cannot_do_is_refused() {
    var gpu = new DesiredSet.Group(A, Wish.RUN, CapabilitySet.of("gpu"));
    reconciler.accept(new DesiredSet(1, List.of(gpu)));

    assertThat(reconciler.plan(List.of()).refusals())
        .extracting(GroupPlan.Refusal::code)
        .containsExactly(AdapterError.NO_CAPABILITY);
  }

  @Test
  void draining_what_does_not_exist_is_told_and_forgetting_it_is_done() {
    var drain = new DesiredSet.Group(A, Wish.DRAIN, LINUX);
    var gone = new DesiredSet.Group(new GroupId("b"), Wish.GONE, LINUX);
    reconciler.accept(new DesiredSet(1, List.of(drain, gone)));

    assertThat(reconciler.plan(List.of()).refusals())
        .extracting(GroupPlan.Refusal::code)
        .containsExactly(AdapterError.UNKNOWN_GROUP);
  }

  @Test
  void a_wish_that_contradicts_itself_is_refused() {
    assertThatThrownBy(() -> wish(1, "a", "a")).isInstanceOf(IllegalArgumentException.class);
  }

  private static DesiredSet wish(long generation, String... running) {
    return new DesiredSet(
        generation,
        List.of(running).stream()
            .map(id -> new DesiredSet.Group(new GroupId(id), Wish.RUN, LINUX))
            .toList());
  }

  private static ObservedGroup group(GroupId id, GroupState state) {
    return new ObservedGroup(id, LINUX, state, List.of(), Instant.EPOCH, null);
  }
}
