package dev.tidemill.adapters;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every platform promises, however long it takes to do what it is asked. */
@Tag("S4")
@Tag("S5")
public abstract class WorkerAdapterContract {
  private static final CapabilitySet LINUX = CapabilitySet.of("linux");
  private static final GroupSpec A = new GroupSpec(new GroupId("a"), LINUX, 2);
  private static final GroupSpec B = new GroupSpec(new GroupId("b"), CapabilitySet.NONE, 1);

  /** A platform without groups; calls within one test give the same. */
  protected abstract WorkerAdapter adapter();

  /** Gives the group work that does not end before {@link #release}. */
  protected abstract void occupy(GroupId id);

  protected abstract void release(GroupId id);

  /** Ends all workers of the group from outside. */
  protected abstract void crash(GroupId id);

  /** From now on the platform starts nothing. */
  protected abstract void refuseStarts();

  /** A chance for the platform to go on; real ones go on by themselves. */
  protected void progress() {}

  @Test
  void a_group_that_is_started_runs_with_all_its_workers() {
    adapter().start(A);
    becomes(A.id(), GroupState.RUNNING);

    ObservedGroup group = group(A.id());
    assertThat(group.workers()).hasSize(2).doesNotHaveDuplicates();
    assertThat(group.capabilities()).isEqualTo(LINUX);
    assertThat(group.failure()).isNull();
  }

  @Test
  void starting_twice_is_starting_once() {
    adapter().start(A);
    adapter().start(A);
    becomes(A.id(), GroupState.RUNNING);
    var workers = group(A.id()).workers();
    adapter().start(A);

    assertThat(adapter().observe()).hasSize(1);
    assertThat(group(A.id()).workers()).isEqualTo(workers);
  }

  @Test
  void an_idle_group_that_is_drained_ends_and_is_shown_until_it_is_removed() {
    running(A);
    adapter().drain(A.id());
    adapter().drain(A.id());
    becomes(A.id(), GroupState.GONE);
    assertThat(group(A.id()).workers()).isEmpty();

    adapter().remove(A.id());
    adapter().remove(A.id());
    assertThat(adapter().observe()).isEmpty();
  }

  @Test
  void a_busy_group_that_is_drained_ends_only_when_its_work_is_done() {
    running(A);
    occupy(A.id());
    adapter().drain(A.id());
    becomes(A.id(), GroupState.DRAINING);
    remains(A.id(), GroupState.DRAINING);

    release(A.id());
    becomes(A.id(), GroupState.GONE);
  }

  @Test
  void a_drain_can_be_taken_back() {
    running(A);
    occupy(A.id());
    adapter().drain(A.id());
    becomes(A.id(), GroupState.DRAINING);
    adapter().undrain(A.id());
    adapter().undrain(A.id());
    becomes(A.id(), GroupState.RUNNING);

    release(A.id());
    remains(A.id(), GroupState.RUNNING);
  }

  @Test
  void a_group_that_lives_cannot_be_removed() {
    running(A);
    var failure = catchThrowableOfType(TidemillException.class, () -> adapter().remove(A.id()));

    assertThat(failure).isNotNull();
    assertThat(failure.code()).isEqualTo(AdapterError.GROUP_NOT_ENDED);
    remains(A.id(), GroupState.RUNNING);
  }

  @Test
  void a_group_that_ends_unasked_has_failed_and_says_why() {
    running(A);
    crash(A.id());
    becomes(A.id(), GroupState.FAILED);

    assertThat(group(A.id()).failure()).isNotNull();
    adapter().remove(A.id());
    assertThat(adapter().observe()).isEmpty();
  }

  @Test
  void a_start_that_the_platform_refuses_shows_as_failed() {
    refuseStarts();
    adapter().start(A);
    becomes(A.id(), GroupState.FAILED);

    Problem failure = requireNonNull(group(A.id()).failure());
    assertThat(failure.code()).isEqualTo(AdapterError.START_FAILED);
  }

  @Test
  void what_has_ended_does_not_come_back() {
    running(A);
    adapter().drain(A.id());
    becomes(A.id(), GroupState.GONE);
    adapter().undrain(A.id());
    adapter().drain(A.id());
    adapter().start(A);

    remains(A.id(), GroupState.GONE);
  }

  @Test
  void asking_about_an_unknown_group_does_nothing() {
    adapter().drain(A.id());
    adapter().undrain(A.id());
    adapter().remove(A.id());

    assertThat(adapter().observe()).isEmpty();
  }

  @Test
  void groups_are_shown_by_name_and_do_not_disturb_each_other() {
    running(B);
    running(A);
    adapter().drain(A.id());
    becomes(A.id(), GroupState.GONE);

    assertThat(adapter().observe()).extracting(ObservedGroup::id).containsExactly(A.id(), B.id());
    remains(B.id(), GroupState.RUNNING);
  }

  private void running(GroupSpec spec) {
    adapter().start(spec);
    becomes(spec.id(), GroupState.RUNNING);
  }

  private void becomes(GroupId id, GroupState state) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              boolean reached = group(id).state() == state;
              if (!reached) {
                progress();
              }
              return reached || group(id).state() == state;
            });
  }

  /** Still so after the platform had time to do something else. */
  private void remains(GroupId id, GroupState state) {
    await()
        .pollInterval(Duration.ofMillis(20))
        .during(Duration.ofMillis(200))
        .until(
            () -> {
              progress();
              return group(id).state() == state;
            });
  }

  private ObservedGroup group(GroupId id) {
    return adapter().observe().stream()
        .filter(group -> group.id().equals(id))
        .findFirst()
        .orElseThrow();
  }
}
