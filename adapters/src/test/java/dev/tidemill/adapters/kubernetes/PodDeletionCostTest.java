package dev.tidemill.adapters.kubernetes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.service.Service;
import dev.tidemill.core.time.SimulatedTime;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("S5")
class PodDeletionCostTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final ApiServer server = new ApiServer();
  private final KubernetesClient client = server.client();
  private final PodDeletionCost cost =
      new PodDeletionCost(client, PretendedCluster.NAMESPACE, "worker-1");

  PodDeletionCostTest() {
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("worker-1")
            .addToAnnotations("kept", "yes")
            .endMetadata()
            .build();
    client.pods().inNamespace(PretendedCluster.NAMESPACE).resource(pod).create();
  }

  @AfterEach
  void end() {
    client.close();
    server.close();
  }

  @Test
  void a_busy_pod_costs_more_than_an_idle_one_and_the_busier_the_more() {
    cost.jobs(0);
    int idle = written();
    cost.jobs(1);
    int busy = written();
    cost.jobs(8);

    assertThat(idle).isLessThan(busy);
    assertThat(busy).isLessThan(written());
  }

  @Test
  void the_server_is_asked_only_when_it_matters() {
    assertThat(cost.jobs(4)).isTrue();
    assertThat(cost.jobs(5)).isFalse();
    assertThat(cost.jobs(4)).isFalse();
    assertThat(server.requests("PATCH")).hasSize(1);
    assertThat(cost.jobs(0)).isTrue();
    assertThat(annotation("kept")).isEqualTo("yes");
  }

  @Test
  void a_worker_keeps_it_as_long_as_it_runs() {
    var running = new AtomicInteger(3);
    var time = new SimulatedTime();
    Service kept = PodDeletionCost.kept(cost, running::get, time);
    kept.start();
    await().atMost(LONG).until(() -> server.requests("PATCH").size() == 1);
    running.set(0);
    await()
        .atMost(LONG)
        .until(
            () -> {
              time.advance(Duration.ofSeconds(5));
              return written() == 0;
            });
    kept.stop();
  }

  @Test
  void a_pod_without_a_namespace_is_refused() {
    assertThatThrownBy(() -> PodDeletionCost.kept("worker-1", () -> 0, new SimulatedTime()))
        .hasMessageContaining("'worker-1' is no pod");
  }

  private int written() {
    return Integer.parseInt(annotation(PodDeletionCost.ANNOTATION));
  }

  private String annotation(String name) {
    return requireNonNull(
        client
            .pods()
            .inNamespace(PretendedCluster.NAMESPACE)
            .withName("worker-1")
            .get()
            .getMetadata()
            .getAnnotations()
            .get(name));
  }
}
