package dev.tidemill.adapters.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.OptionalInt;

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

  private final KubernetesClient client;
  private final String namespace;
  private final String pod;
  private OptionalInt written = OptionalInt.empty();

  public PodDeletionCost(KubernetesClient client, String namespace, String pod) {
    this.client = client;
    this.namespace = namespace;
    this.pod = pod;
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
