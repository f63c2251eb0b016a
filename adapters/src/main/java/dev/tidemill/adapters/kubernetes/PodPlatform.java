package dev.tidemill.adapters.kubernetes;

import dev.tidemill.adapters.AdapterError;
import dev.tidemill.adapters.GroupSpec;
import dev.tidemill.adapters.instance.Instance;
import dev.tidemill.adapters.instance.InstancePlatform;
import dev.tidemill.adapters.instance.LaunchRefused;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pods of one namespace that carry the adapter's labels. */
final class PodPlatform implements InstancePlatform {
  private static final long PAGE = 500;

  private final KubernetesClient client;
  private final KubernetesSettings settings;
  private final TimeSource time;
  private final PodMaker maker;

  PodPlatform(KubernetesClient client, KubernetesSettings settings, TimeSource time) {
    this.client = client;
    this.settings = settings;
    this.time = time;
    maker = new PodMaker(settings, client.getKubernetesSerialization());
  }

  @Override
  public List<Instance> list() {
    List<Instance> all = new ArrayList<>();
    String next = null;
    do {
      PodList page = page(next);
      page.getItems().stream().map(this::instance).forEach(all::add);
      next = page.getMetadata() == null ? null : page.getMetadata().getContinue();
    } while (next != null && !next.isEmpty());
    return all;
  }

  private PodList page(@Nullable String from) {
    try {
      return client
          .pods()
          .inNamespace(settings.namespace())
          .withLabels(
              Map.of(
                  PodMarks.MANAGED_BY,
                  PodMarks.TIDEMILL,
                  PodMarks.ADAPTER,
                  settings.adapter().value()))
          .list(new ListOptionsBuilder().withLimit(PAGE).withContinue(from).build());
    } catch (KubernetesClientException e) {
      throw unanswered("pods could not be listed; what is known of them was left as it is", e);
    }
  }

  private Instance instance(Pod pod) {
    var metadata = pod.getMetadata();
    Map<String, String> labels = metadata.getLabels();
    Map<String, String> notes =
        metadata.getAnnotations() == null ? Map.of() : metadata.getAnnotations();
    String capabilities = notes.getOrDefault(PodMarks.CAPABILITIES, "");
    return new Instance(
        new GroupId(labels.getOrDefault(PodMarks.GROUP, metadata.getName())),
        labels.getOrDefault(PodMarks.WORKER, metadata.getName()),
        capabilities.isEmpty() ? CapabilitySet.NONE : CapabilitySet.of(capabilities.split(",")),
        "true".equals(notes.get(PodMarks.DRAINING)),
        PodLife.of(pod, time.now(), settings.pendingLimit()),
        new Instance.Handle(metadata.getName(), metadata.getUid(), metadata.getResourceVersion()));
  }

  @Override
  public void launch(GroupSpec spec, int number) throws LaunchRefused {
    Pod pod = maker.pod(spec, number);
    try {
      client.pods().inNamespace(settings.namespace()).resource(pod).create();
    } catch (KubernetesClientException e) {
      String name = pod.getMetadata().getName();
      if (e.getCode() == 409 && "AlreadyExists".equals(reason(e))) {
        requireOurs(name, spec);
      } else if (refusal(e.getCode())) {
        throw new LaunchRefused("pod %s is refused: %s".formatted(name, e.getMessage()), false);
      } else {
        throw unanswered("it is not known whether pod %s was created".formatted(name), e);
      }
    }
  }

  /** A name can also be taken by something that is not a worker of the group. */
  private void requireOurs(String name, GroupSpec spec) throws LaunchRefused {
    try {
      Pod there = client.pods().inNamespace(settings.namespace()).withName(name).get();
      Map<String, String> labels =
          there == null || there.getMetadata().getLabels() == null
              ? Map.of()
              : there.getMetadata().getLabels();
      if (there != null
          && !(settings.adapter().value().equals(labels.get(PodMarks.ADAPTER))
              && spec.id().value().equals(labels.get(PodMarks.GROUP)))) {
        throw new LaunchRefused("a pod called %s exists and is not ours".formatted(name), false);
      }
    } catch (KubernetesClientException e) {
      throw unanswered("it is not known whose pod %s is".formatted(name), e);
    }
  }

  /** Too many requests and conflicts pass; other refusals stay. */
  private static boolean refusal(int code) {
    return code >= 400 && code < 500 && code != 401 && code != 408 && code != 409 && code != 429;
  }

  /** The uid in the patch makes the server refuse it on another pod of that name. */
  @Override
  public void mark(Instance pod, boolean draining) {
    String patch =
        """
        {"metadata": {"uid": "%s", "annotations": {"%s": "%s"}}}"""
            .formatted(pod.handle().uid(), PodMarks.DRAINING, draining);
    try {
      client
          .pods()
          .inNamespace(settings.namespace())
          .withName(pod.handle().name())
          .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    } catch (KubernetesClientException e) {
      if (e.getCode() != 404 && e.getCode() != 409) {
        throw unanswered("pod %s could not be marked".formatted(pod.handle().name()), e);
      }
    }
  }

  @Override
  public void discard(Instance pod) {
    var preconditions = new DeleteOptionsBuilder().withNewPreconditions();
    preconditions.withUid(pod.handle().uid());
    if (!pod.ended()) {
      preconditions.withResourceVersion(pod.handle().version());
    }
    try {
      client.raw(
          "/api/v1/namespaces/%s/pods/%s".formatted(settings.namespace(), pod.handle().name()),
          "DELETE",
          preconditions.endPreconditions().build());
    } catch (KubernetesClientException e) {
      if (e.getCode() != 404 && e.getCode() != 409) {
        throw unanswered("pod %s could not be deleted".formatted(pod.handle().name()), e);
      }
    }
  }

  @Override
  public Duration settling() {
    return Duration.ZERO;
  }

  @Override
  public String advice(GroupId group) {
    return "kubectl -n %s describe pods -l %s=%s,%s=%s"
        .formatted(
            settings.namespace(), PodMarks.ADAPTER, settings.adapter(), PodMarks.GROUP, group);
  }

  private static @Nullable String reason(KubernetesClientException e) {
    return e.getStatus() == null ? null : e.getStatus().getReason();
  }

  static TidemillException unanswered(String what, KubernetesClientException e) {
    boolean denied = e.getCode() == 401 || e.getCode() == 403;
    Problem problem =
        Problem.of(
                denied ? AdapterError.PLATFORM_DENIED : AdapterError.PLATFORM_UNAVAILABLE,
                "Kubernetes: " + what)
            .cause(String.valueOf(e.getMessage()));
    return (denied ? problem.next("give the adapter the role in docs/scaling.md") : problem)
        .exception(e);
  }
}
