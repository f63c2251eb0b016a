package dev.tidemill.adapters.ecs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.adapters.AdapterError;
import dev.tidemill.adapters.GroupSpec;
import dev.tidemill.adapters.ObservedGroup;
import dev.tidemill.adapters.instance.PretendedWorkers;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Against a stub of ECS: what it is known to do, and what the adapter must never do. */
@Tag("S4")
@Tag("S5")
class EcsAdapterTest {
  private static final GroupId G = new GroupId("g-1");
  private static final GroupSpec TWO = new GroupSpec(G, CapabilitySet.of("gpu", "zone=b"), 2);

  private final StubEcs ecs;
  private final PretendedWorkers workers = new PretendedWorkers();
  private final PretendedTasks tasks;
  private final SimulatedTime time = new SimulatedTime(Instant.EPOCH);
  private EcsAdapter adapter;

  EcsAdapterTest() throws IOException {
    ecs = new StubEcs();
    tasks = new PretendedTasks(ecs, workers);
    adapter = incarnation(ecs, workers, time);
  }

  @AfterEach
  void end() {
    adapter.close();
    ecs.close();
  }

  private static EcsAdapter incarnation(StubEcs ecs, PretendedWorkers workers, SimulatedTime time) {
    return new EcsAdapter(PretendedTasks.settings(ecs), workers, time);
  }

  private void restart() {
    adapter.close();
    adapter = incarnation(ecs, workers, time);
  }

  @Test
  void a_task_is_told_who_it_is() {
    adapter.start(TWO);

    assertThat(ecs.calls("RunTask"))
        .hasSize(2)
        .allSatisfy(
            call ->
                assertThat(call)
                    .contains(
                        "\"startedBy\":\"tidemill-cloud\"",
                        "\"taskDefinition\":\"tidemill-worker:3\"",
                        "\"launchType\":\"FARGATE\"",
                        "\"subnets\":[\"subnet-1\"]",
                        "TIDEMILL_SERVER",
                        "gpu,zone=b",
                        "tidemill:group"));
    assertThat(ecs.calls("RunTask").get(1)).contains("\"value\":\"g-1-1\"");
  }

  @Test
  void a_busy_task_is_never_stopped_and_an_idle_one_ends_by_itself() {
    running();
    workers.occupy(G);
    adapter.drain(G);
    for (int i = 0; i < 5; i++) {
      tasks.progress();
      assertThat(group().state()).isEqualTo(GroupState.DRAINING);
    }
    workers.release(G);
    tasks.progress();

    assertThat(group().state()).isEqualTo(GroupState.GONE);
    adapter.remove(G);
    assertThat(adapter.observe()).isEmpty();
    assertThat(ecs.calls("StopTask")).isEmpty();
  }

  @Test
  void an_adapter_that_restarts_finds_groups_as_they_are() {
    running();
    workers.occupy(G);
    restart();
    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
    assertThat(group().workers()).containsExactly("g-1-0", "g-1-1");
    assertThat(group().capabilities()).isEqualTo(TWO.capabilities());

    adapter.drain(G);
    workers.forgetRequests();
    restart();
    assertThat(group().state()).isEqualTo(GroupState.DRAINING);
    assertThat(workers.askedToDrain(G)).isTrue();
    adapter.undrain(G);
    restart();
    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
  }

  @Test
  void lost_answers_start_nothing_twice() {
    ecs.loseAnswers(4);
    var trouble = catchThrowableOfType(TidemillException.class, () -> adapter.start(TWO));
    assertThat(trouble.code()).isEqualTo(AdapterError.PLATFORM_UNAVAILABLE);
    adapter.observe();
    tasks.progress();

    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
    assertThat(ecs.calls("RunTask")).hasSizeGreaterThan(4);
    assertThat(ecs.size()).isEqualTo(2);
  }

  @Test
  void an_answer_of_200_that_lists_failures_is_a_failure() {
    ecs.refusePlacement("ATTRIBUTE");
    adapter.start(TWO);

    assertThat(group().state()).isEqualTo(GroupState.FAILED);
    assertThat(failure()).contains("g-1-0", "ATTRIBUTE", "said by the stub");
    assertThat(requireNonNull(group().failure()).code()).isEqualTo(AdapterError.START_FAILED);
  }

  @Test
  void a_full_cluster_is_asked_again_until_patience_ends() {
    ecs.refusePlacement("RESOURCE:MEMORY");
    adapter.start(TWO);
    assertThat(group().state()).isEqualTo(GroupState.STARTING);
    ecs.refusePlacement(null);
    adapter.observe();
    tasks.progress();
    assertThat(group().state()).isEqualTo(GroupState.RUNNING);

    ecs.refusePlacement("Capacity is unavailable at this time");
    var late = new GroupSpec(new GroupId("g-2"), CapabilitySet.NONE, 1);
    adapter.start(late);
    time.advance(Duration.ofMinutes(2));
    assertThat(adapter.observe().get(1).state()).isEqualTo(GroupState.FAILED);
  }

  @Test
  void throttling_is_waited_out() {
    running();
    ecs.fail("ListTasks", 400, "ThrottlingException", 2);

    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
  }

  @Test
  void a_service_that_does_not_answer_changes_nothing() {
    running();
    ecs.fail("ListTasks", 500, "ServerException", -1);
    var trouble = catchThrowableOfType(TidemillException.class, () -> adapter.observe());
    assertThat(trouble.code()).isEqualTo(AdapterError.PLATFORM_UNAVAILABLE);
    assertThat(catchThrowableOfType(TidemillException.class, () -> adapter.drain(G))).isNotNull();

    ecs.heal();
    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
    assertThat(workers.drains()).isZero();
  }

  @Test
  void an_adapter_without_the_policy_is_told_so() {
    ecs.fail("ListTasks", 400, "AccessDeniedException", -1);
    var denied = catchThrowableOfType(TidemillException.class, () -> adapter.observe());

    assertThat(denied.code()).isEqualTo(AdapterError.PLATFORM_DENIED);
  }

  @Test
  void a_task_that_is_not_listed_yet_is_neither_lost_nor_started_again() {
    ecs.hideNewTasks(6);
    adapter.start(TWO);
    assertThat(group().state()).isEqualTo(GroupState.STARTING);
    adapter.drain(G);
    assertThat(group().state()).isEqualTo(GroupState.DRAINING);

    tasks.progress();
    assertThat(group().workers()).hasSize(2);
    tasks.progress();
    assertThat(group().state()).isEqualTo(GroupState.GONE);
    assertThat(ecs.calls("StopTask")).isEmpty();
  }

  @Test
  void a_task_that_never_shows_has_failed_after_a_while() {
    ecs.hideNewTasks(Integer.MAX_VALUE);
    adapter.start(TWO);
    assertThat(group().state()).isEqualTo(GroupState.STARTING);
    time.advance(Duration.ofMinutes(2));

    assertThat(group().state()).isEqualTo(GroupState.FAILED);
  }

  @Test
  void a_group_that_is_drained_before_it_began_is_withdrawn() {
    adapter.start(TWO);
    adapter.drain(G);
    assertThat(group().state()).isEqualTo(GroupState.DRAINING);
    assertThat(ecs.calls("StopTask")).as("a look after the request comes first").isEmpty();
    adapter.observe();

    assertThat(ecs.calls("StopTask")).hasSize(2);
    assertThat(group().state()).isEqualTo(GroupState.GONE);
  }

  @Test
  void a_worker_that_has_reported_is_not_withdrawn_whatever_ecs_still_shows() {
    adapter.start(TWO);
    adapter.drain(G);
    workers.report(G, "g-1-0");
    workers.report(G, "g-1-1");
    adapter.observe();
    adapter.observe();

    assertThat(ecs.calls("StopTask")).isEmpty();
  }

  @Test
  void a_task_that_was_killed_says_why() {
    running();
    tasks.crash(G);

    assertThat(group().state()).isEqualTo(GroupState.FAILED);
    assertThat(failure()).contains("OutOfMemoryError");
  }

  @Test
  void all_pages_are_read() {
    ecs.pageSize(2);
    for (int i = 0; i < 5; i++) {
      adapter.start(new GroupSpec(new GroupId("g-" + i), CapabilitySet.NONE, 1));
    }

    assertThat(adapter.observe()).hasSize(5);
  }

  @Test
  void tasks_that_ended_before_a_restart_are_shown_once_more_and_can_be_removed() {
    running();
    adapter.drain(G);
    tasks.progress();
    adapter.observe();
    restart();

    assertThat(group().state()).isEqualTo(GroupState.GONE);
    adapter.remove(G);
    assertThat(adapter.observe()).isEmpty();
    adapter.start(TWO);
    assertThat(ecs.size()).as("a name is not used again").isEqualTo(2);
  }

  private void running() {
    adapter.start(TWO);
    tasks.progress();
    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
  }

  private ObservedGroup group() {
    return adapter.observe().getFirst();
  }

  private String failure() {
    return requireNonNull(group().failure()).message();
  }
}
