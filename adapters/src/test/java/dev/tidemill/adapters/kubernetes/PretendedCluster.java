package dev.tidemill.adapters.kubernetes;

import static java.util.Objects.requireNonNull;

import dev.tidemill.adapters.instance.PretendedWorkers;
import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.GroupId;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;

/**
 * TEST DOUBLE: plays scheduler and nodes for an API server that has none. What starts becomes
 * ready, what was asked to end and is idle ends.
 */
final class PretendedCluster {
  static final String NAMESPACE = "work";

  private final KubernetesClient client;
  private final PretendedWorkers workers;

  PretendedCluster(KubernetesClient client, PretendedWorkers workers) {
    this.client = client;
    this.workers = workers;
  }

  static KubernetesSettings settings(PodTemplate template) {
    return new KubernetesSettings(
        new AdapterId("pods"), NAMESPACE, template, KubernetesSettings.PENDING_LIMIT);
  }

  void progress() {
    for (Pod pod : pods()) {
      var group = new GroupId(label(pod, PodMarks.GROUP));
      String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
      if (phase == null) {
        become(pod, phase("Running"));
        workers.report(group, label(pod, PodMarks.WORKER));
      } else if (phase.equals("Running") && workers.exits(group)) {
        become(pod, phase("Succeeded"));
      }
    }
  }

  private static String label(Pod pod, String name) {
    return requireNonNull(pod.getMetadata().getLabels().get(name));
  }

  List<Pod> pods() {
    return client.pods().inNamespace(NAMESPACE).list().getItems();
  }

  List<Pod> pods(GroupId group) {
    return client
        .pods()
        .inNamespace(NAMESPACE)
        .withLabels(Map.of(PodMarks.GROUP, group.value()))
        .list()
        .getItems();
  }

  void become(GroupId group, PodStatus status) {
    pods(group).forEach(pod -> become(pod, status));
  }

  void become(Pod pod, PodStatus status) {
    client
        .pods()
        .inNamespace(NAMESPACE)
        .withName(pod.getMetadata().getName())
        .edit(now -> new PodBuilder(now).withStatus(status).build());
  }

  static PodStatus phase(String phase) {
    return new PodStatusBuilder().withPhase(phase).build();
  }

  static PodStatus ended(String reason, String message) {
    return new PodStatusBuilder()
        .withPhase("Failed")
        .withReason(reason)
        .withMessage(message)
        .build();
  }

  static PodStatus waiting(String reason, String message) {
    return new PodStatusBuilder()
        .withPhase("Pending")
        .addNewContainerStatus()
        .withName("worker")
        .withNewState()
        .withNewWaiting(message, reason)
        .endState()
        .endContainerStatus()
        .build();
  }

  static PodStatus unschedulable(String since, String message) {
    return new PodStatusBuilder()
        .withPhase("Pending")
        .addNewCondition()
        .withType("PodScheduled")
        .withStatus("False")
        .withReason("Unschedulable")
        .withMessage(message)
        .withLastTransitionTime(since)
        .endCondition()
        .build();
  }
}
