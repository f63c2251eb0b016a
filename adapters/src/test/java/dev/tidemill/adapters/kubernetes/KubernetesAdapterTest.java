package dev.tidemill.adapters.kubernetes;

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
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the platform does behind the adapter's back, and what the adapter must never do. */
@Tag("S4")
@Tag("S5")
class KubernetesAdapterTest {
  private static final GroupId G = new GroupId("g-1");
  private static final GroupSpec TWO = new GroupSpec(G, CapabilitySet.of("gpu", "zone=b"), 2);

  private final ApiServer server = new ApiServer();
  private final KubernetesClient client = server.client();
  private final PretendedWorkers workers = new PretendedWorkers();
  private final PretendedCluster cluster = new PretendedCluster(client, workers);
  private final SimulatedTime time = new SimulatedTime(Instant.parse("2026-11-15T10:00:00Z"));
  private KubernetesAdapter adapter = incarnation();

  @AfterEach
  void end() {
    adapter.close();
    client.close();
    server.close();
  }

  private KubernetesAdapter incarnation() {
    return new KubernetesAdapter(
        server.client(),
        PretendedCluster.settings(PodTemplate.Image.of("tidemill:1")),
        workers,
        time);
  }

  @Test
  void a_busy_pod_is_never_deleted_and_an_ended_one_only_by_its_uid() {
    running();
    workers.occupy(G);
    adapter.drain(G);
    for (int i = 0; i < 5; i++) {
      cluster.progress();
      assertThat(group().state()).isEqualTo(GroupState.DRAINING);
    }
    assertThat(server.requests("DELETE")).isEmpty();

    workers.release(G);
    cluster.progress();
    assertThat(group().state()).isEqualTo(GroupState.GONE);
    assertThat(server.requests("DELETE")).isEmpty();
    List<Pod> pods = cluster.pods(G);
    adapter.remove(G);

    assertThat(server.requests("DELETE")).hasSize(2);
    for (Pod pod : pods) {
      assertThat(server.requests("DELETE"))
          .anySatisfy(
              request ->
                  assertThat(request)
                      .contains(pod.getMetadata().getName(), pod.getMetadata().getUid()));
    }
    assertThat(cluster.pods()).isEmpty();
  }

  @Test
  void an_adapter_that_restarts_finds_groups_as_they_are() {
    running();
    workers.occupy(G);
    adapter.close();
    adapter = incarnation();
    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
    assertThat(group().workers()).containsExactly("g-1-0", "g-1-1");
    assertThat(group().capabilities()).isEqualTo(TWO.capabilities());

    adapter.drain(G);
    adapter.close();
    workers.forgetRequests();
    adapter = incarnation();
    assertThat(group().state()).isEqualTo(GroupState.DRAINING);
    assertThat(workers.askedToDrain(G)).as("asked again").isTrue();

    adapter.undrain(G);
    adapter.close();
    adapter = incarnation();
    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
    assertThat(workers.askedToDrain(G)).isFalse();
  }

  @Test
  void pods_deleted_from_outside_are_no_longer_there() {
    running();
    client.pods().inNamespace(PretendedCluster.NAMESPACE).withName("pods-g-1-0").delete();
    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
    assertThat(group().workers()).containsExactly("g-1-1");

    client.pods().inNamespace(PretendedCluster.NAMESPACE).withName("pods-g-1-1").delete();
    assertThat(group().state()).isEqualTo(GroupState.FAILED);
    assertThat(failure()).contains("deleted from outside");
    adapter.start(TWO);
    assertThat(cluster.pods()).as("what has ended does not come back").isEmpty();
  }

  @Test
  void an_image_that_cannot_be_pulled_fails_the_group_and_its_pods_are_withdrawn() {
    adapter.start(TWO);
    cluster.become(G, PretendedCluster.waiting("ImagePullBackOff", "no such image tidemill:1"));
    assertThat(group().state()).isEqualTo(GroupState.FAILED);
    assertThat(failure()).contains("pods-g-1-0", "ImagePullBackOff", "no such image");
    assertThat(requireNonNull(group().failure()).code()).isEqualTo(AdapterError.START_FAILED);

    adapter.observe();
    assertThat(cluster.pods()).isEmpty();
    adapter.remove(G);
    assertThat(adapter.observe()).isEmpty();
  }

  @Test
  void a_pod_that_comes_up_after_all_while_it_is_withdrawn_is_not_deleted() {
    adapter.start(TWO);
    cluster.become(G, PretendedCluster.waiting("ImagePullBackOff", "no such image"));
    adapter.observe();
    // Seen as waiting, but its worker has reported.
    workers.report(G, "g-1-0");
    workers.report(G, "g-1-1");
    adapter.observe();
    adapter.observe();

    assertThat(server.requests("DELETE")).isEmpty();
  }

  @Test
  void a_pod_that_changed_since_it_was_seen_is_not_withdrawn() {
    adapter.start(new GroupSpec(G, CapabilitySet.NONE, 1));
    Pod seen = cluster.pods(G).getFirst();
    var platform =
        new PodPlatform(
            client, PretendedCluster.settings(PodTemplate.Image.of("tidemill:1")), time);
    var waiting = platform.list().getFirst();
    cluster.become(seen, PretendedCluster.phase("Running"));
    platform.discard(waiting);

    assertThat(cluster.pods(G)).hasSize(1);
    assertThat(server.requests("DELETE")).hasSize(1);
  }

  @Test
  void a_pod_may_find_no_node_for_a_while_and_then_has_failed() {
    adapter.start(TWO);
    String now = time.now().toString();
    cluster.become(G, PretendedCluster.unschedulable(now, "0/3 nodes: not enough cpu"));
    time.advance(Duration.ofMinutes(5));
    assertThat(group().state()).isEqualTo(GroupState.STARTING);

    time.advance(Duration.ofSeconds(1));
    assertThat(group().state()).isEqualTo(GroupState.FAILED);
    assertThat(failure()).contains("finds no node", "not enough cpu");
  }

  @Test
  void a_group_that_is_drained_before_it_found_a_node_is_withdrawn() {
    adapter.start(TWO);
    cluster.become(G, PretendedCluster.unschedulable(time.now().toString(), "no room"));
    adapter.drain(G);
    assertThat(group().state()).isEqualTo(GroupState.DRAINING);
    adapter.observe();

    assertThat(cluster.pods()).isEmpty();
    assertThat(group().state()).isEqualTo(GroupState.GONE);
  }

  @Test
  void an_evicted_pod_says_so() {
    running();
    cluster.become(G, PretendedCluster.ended("Evicted", "the node was low on memory"));

    assertThat(group().state()).isEqualTo(GroupState.FAILED);
    assertThat(failure()).contains("Evicted", "low on memory");
    assertThat(requireNonNull(requireNonNull(group().failure()).next()))
        .contains("kubectl -n work describe pods -l tidemill.dev/adapter=pods");
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503, 504})
  void a_server_that_does_not_answer_changes_nothing(int code) {
    running();
    server.answer("GET", code, "Trouble");
    var trouble = catchThrowableOfType(TidemillException.class, () -> adapter.observe());
    assertThat(trouble.code()).isEqualTo(AdapterError.PLATFORM_UNAVAILABLE);
    assertThat(catchThrowableOfType(TidemillException.class, () -> adapter.drain(G))).isNotNull();

    server.answer("GET", 0, "");
    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
    assertThat(workers.drains()).isZero();
  }

  @Test
  void an_adapter_without_the_role_is_told_so() {
    server.answer("GET", 403, "Forbidden");
    var denied = catchThrowableOfType(TidemillException.class, () -> adapter.observe());

    assertThat(denied.code()).isEqualTo(AdapterError.PLATFORM_DENIED);
    assertThat(requireNonNull(denied.problem().next())).contains("docs/scaling.md");
  }

  @ParameterizedTest
  @ValueSource(ints = {409, 429, 503})
  void a_start_that_the_server_did_not_take_now_is_carried_out_later(int code) {
    server.answer("POST", code, "Conflict");
    var trouble = catchThrowableOfType(TidemillException.class, () -> adapter.start(TWO));
    assertThat(trouble.code()).isEqualTo(AdapterError.PLATFORM_UNAVAILABLE);
    assertThat(group().state()).isEqualTo(GroupState.STARTING);

    server.answer("POST", 0, "");
    adapter.observe();
    cluster.progress();
    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
    assertThat(group().workers()).hasSize(2);
  }

  @Test
  void a_server_that_never_takes_a_start_makes_it_fail() {
    server.answer("POST", 500, "InternalError");
    assertThat(catchThrowableOfType(TidemillException.class, () -> adapter.start(TWO))).isNotNull();
    time.advance(Duration.ofMinutes(2));

    assertThat(group().state()).isEqualTo(GroupState.FAILED);
  }

  @Test
  void a_pod_that_exists_already_is_taken_for_the_one_asked_for() {
    running();
    client.pods().inNamespace(PretendedCluster.NAMESPACE).withName("pods-g-1-1").delete();
    adapter.close();
    workers.forgetRequests();
    var platform =
        new PodPlatform(
            client, PretendedCluster.settings(PodTemplate.Image.of("tidemill:1")), time);
    List<String> before = uids();
    IntStream.range(0, 2)
        .forEach(
            number -> {
              try {
                platform.launch(TWO, number);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });

    assertThat(uids()).hasSize(2).containsAll(before);
  }

  @Test
  void a_name_that_belongs_to_somebody_else_is_refused_and_left() {
    Pod foreign =
        new PodBuilder()
            .withNewMetadata()
            .withName("pods-g-1-0")
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("theirs")
            .endContainer()
            .endSpec()
            .build();
    client.pods().inNamespace(PretendedCluster.NAMESPACE).resource(foreign).create();
    adapter.start(TWO);

    assertThat(group().state()).isEqualTo(GroupState.FAILED);
    assertThat(failure()).contains("not ours");
    adapter.remove(G);
    assertThat(cluster.pods()).hasSize(1);
  }

  @Test
  void all_pages_are_read() {
    server.pageSize(2);
    for (int i = 0; i < 5; i++) {
      adapter.start(new GroupSpec(new GroupId("g-" + i), CapabilitySet.NONE, 1));
    }

    assertThat(adapter.observe()).hasSize(5);
    assertThat(server.requests("GET")).anyMatch(request -> request.contains("continue=4"));
  }

  @Test
  void a_failed_group_is_forgotten_without_deleting_its_busy_worker() {
    adapter.start(TWO);
    workers.occupy(G);
    List<Pod> pods = cluster.pods(G);
    cluster.become(pods.get(0), PretendedCluster.waiting("CreateContainerError", "no disk"));
    cluster.become(pods.get(1), PretendedCluster.phase("Running"));
    assertThat(group().state()).isEqualTo(GroupState.FAILED);
    adapter.remove(G);

    assertThat(group().state()).isEqualTo(GroupState.DRAINING);
    adapter.observe();
    assertThat(uids()).containsExactly(pods.get(1).getMetadata().getUid());
    workers.release(G);
    cluster.progress();
    assertThat(group().state()).isEqualTo(GroupState.GONE);
    adapter.remove(G);
    assertThat(cluster.pods()).isEmpty();
  }

  private void running() {
    adapter.start(TWO);
    cluster.progress();
    assertThat(group().state()).isEqualTo(GroupState.RUNNING);
  }

  private ObservedGroup group() {
    return adapter.observe().getFirst();
  }

  private String failure() {
    return requireNonNull(group().failure()).message();
  }

  private List<String> uids() {
    return cluster.pods().stream().map(pod -> pod.getMetadata().getUid()).toList();
  }
}
