package dev.tidemill.adapters.kubernetes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("S5")
class PodDeletionCostTest {
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
