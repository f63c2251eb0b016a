package dev.tidemill.adapters.kubernetes;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.service.Service;
import dev.tidemill.core.time.TimeSource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.IntSupplier;

/**
 * What a worker's pod is worth to the ReplicaSet that picks who goes, when KEDA or an autoscaler
 * sets its size: nothing while idle, more the more it does. A hint, which the ReplicaSet follows as
 * far as it can, so a worker under foreign control also needs a long grace period. Written only
 * when it changes between idle and busy, or doubles or halves: the API server is not for counting.
 * For one thread.
 */
public final class PodDeletionCost {
  static final String ANNOTATION = "controller.kubernetes.io/pod-deletion-cost";
  private static final int BUSY = 1000;
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final KubernetesClient client;
  private final String namespace;
  private final String pod;
  private OptionalInt written = OptionalInt.empty();

  public PodDeletionCost(KubernetesClient client, String namespace, String pod) {
    this.client = client;
    this.namespace = namespace;
    this.pod = pod;
  }

  /**
   * Tells it every few seconds, as long as the service runs.
   *
   * @param pod the worker's own, as {@code namespace/name}
   */
  public static Service kept(String pod, IntSupplier running, TimeSource time) {
    int slash = pod.indexOf('/');
    if (slash <= 0 || slash == pod.length() - 1) {
      throw Problem.of(CoreError.INVALID_INPUT, "'%s' is no pod".formatted(pod))
          .field("worker.pod")
          .next("write it as namespace/name; the downward API of Kubernetes knows both")
          .exception();
    }
    return kept(
        new PodDeletionCost(
            KubernetesAdapter.client(), pod.substring(0, slash), pod.substring(slash + 1)),
        running,
        time);
  }

  static Service kept(PodDeletionCost cost, IntSupplier running, TimeSource time) {
    return new Loop(
        "pod-deletion-cost",
        time,
        () -> {
          cost.jobs(running.getAsInt());
          return LOOK;
        });
  }

  /** Tells how many jobs the worker has now; false when there was nothing to write. */
  public boolean jobs(int running) {
    int cost = running == 0 ? 0 : BUSY + Integer.highestOneBit(running);
    if (written.isPresent() && written.getAsInt() == cost) {
      return false;
    }
    String patch =
        """
        {"metadata": {"annotations": {"%s": "%d"}}}"""
            .formatted(ANNOTATION, cost);
    try {
      client
          .pods()
          .inNamespace(namespace)
          .withName(pod)
          .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    } catch (KubernetesClientException e) {
      throw PodPlatform.unanswered("the deletion cost of pod %s was not set".formatted(pod), e);
    }
    written = OptionalInt.of(cost);
    return true;
  }
}
