package dev.tidemill.adapters.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.adapters.GroupSpec;
import dev.tidemill.adapters.instance.InstancePlatform;
import dev.tidemill.adapters.instance.LaunchRefused;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** Makes the pods of a group from the template. */
final class PodMaker {
  static final String WORKER_CONTAINER = "worker";

  /** Time to hand work back when a node is taken away from under a pod. */
  private static final long GRACE_SECONDS = 300;

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

  /** Who tidies up nodes leaves these alone, unless the template says otherwise. */
  private static final Map<String, String> LEAVE_ALONE =
      Map.of(
          "cluster-autoscaler.kubernetes.io/safe-to-evict", "false",
          "karpenter.sh/do-not-disrupt", "true");

  private final KubernetesSettings settings;
  private final Pod template;
  private final String version;

  PodMaker(KubernetesSettings settings, KubernetesSerialization yaml) {
    this.settings = settings;
    template =
        switch (settings.template()) {
          case PodTemplate.Image image -> of(image);
          case PodTemplate.File file -> read(file, yaml);
        };
    if (template.getSpec() == null || template.getSpec().getContainers().isEmpty()) {
      throw new IllegalArgumentException("the pod template has no container");
    }
    var sum = new CRC32();
    sum.update(yaml.asYaml(template).getBytes(UTF_8));
    version = "%08x".formatted(sum.getValue());
  }

  String name(GroupSpec spec, int number) throws LaunchRefused {
    String name = "%s-%s-%d".formatted(settings.adapter(), spec.id(), number);
    if (!NAME.matcher(name).matches() || name.length() > 63) {
      throw new LaunchRefused("'%s' cannot be the name of a pod".formatted(name), false);
    }
    return name;
  }

  Pod pod(GroupSpec spec, int number) throws LaunchRefused {
    String worker = InstancePlatform.worker(spec.id(), number);
    Pod pod = new PodBuilder(template).editOrNewMetadata().endMetadata().build();
    var labels = new HashMap<String, String>(orEmpty(pod.getMetadata().getLabels()));
    labels.put(PodMarks.MANAGED_BY, PodMarks.TIDEMILL);
    labels.put(PodMarks.ADAPTER, settings.adapter().value());
    labels.put(PodMarks.GROUP, spec.id().value());
    labels.put(PodMarks.WORKER, worker);
    labels.put(PodMarks.TEMPLATE, version);
    var annotations = new HashMap<String, String>(LEAVE_ALONE);
    annotations.putAll(orEmpty(pod.getMetadata().getAnnotations()));
    annotations.put(PodMarks.CAPABILITIES, spec.capabilities().toString());
    tell(worker(pod), spec, worker);
    return new PodBuilder(pod)
        .editMetadata()
        .withName(name(spec, number))
        .withGenerateName(null)
        .withNamespace(settings.namespace())
        .withLabels(labels)
        .withAnnotations(annotations)
        .endMetadata()
        .editSpec()
        .withRestartPolicy("Never")
        .withTerminationGracePeriodSeconds(grace(pod))
        .endSpec()
        .build();
  }

  /** The container that is the worker: by name, else the first. */
  static Container worker(Pod pod) {
    List<Container> all = pod.getSpec().getContainers();
    return all.stream()
        .filter(container -> WORKER_CONTAINER.equals(container.getName()))
        .findFirst()
        .orElseGet(all::getFirst);
  }

  private static void tell(Container container, GroupSpec spec, String worker) {
    var own = new TreeMap<String, String>();
    own.put("TIDEMILL_WORKER_GROUP", spec.id().value());
    own.put("TIDEMILL_WORKER_ID", worker);
    own.put("TIDEMILL_WORKER_CAPABILITIES", spec.capabilities().toString());
    List<EnvVar> all = new ArrayList<>();
    container.getEnv().stream().filter(e -> !own.containsKey(e.getName())).forEach(all::add);
    own.forEach((name, value) -> all.add(variable(name, value)));
    container.setEnv(all);
  }

  private static long grace(Pod pod) {
    Long wanted = pod.getSpec().getTerminationGracePeriodSeconds();
    return wanted == null ? GRACE_SECONDS : wanted;
  }

  private static Pod of(PodTemplate.Image image) {
    var resources = new TreeMap<String, Quantity>();
    image.resources().forEach((name, amount) -> resources.put(name, Quantity.parse(amount)));
    return new PodBuilder()
        .withNewMetadata()
        .withLabels(new TreeMap<>(image.labels()))
        .endMetadata()
        .withNewSpec()
        .withServiceAccountName(image.serviceAccount().isEmpty() ? null : image.serviceAccount())
        .addNewContainer()
        .withName(WORKER_CONTAINER)
        .withImage(image.image())
        .withArgs(image.args())
        .withEnv(
            new TreeMap<>(image.environment())
                .entrySet().stream().map(e -> variable(e.getKey(), e.getValue())).toList())
        .withNewResources()
        .withRequests(resources)
        .withLimits(resources)
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  private static EnvVar variable(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
  }

  private static Pod read(PodTemplate.File file, KubernetesSerialization yaml) {
    try {
      Object read = yaml.unmarshal(Files.readString(file.yaml()));
      return switch (read) {
        case Pod pod -> pod;
        case io.fabric8.kubernetes.api.model.PodTemplate object ->
            new PodBuilder()
                .withMetadata(object.getTemplate().getMetadata())
                .withSpec(object.getTemplate().getSpec())
                .build();
        default ->
            throw new IllegalArgumentException(
                "%s holds a %s, not a Pod".formatted(file.yaml(), read.getClass().getSimpleName()));
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> orEmpty(Map<String, String> map) {
    return map == null ? Map.of() : map;
  }
}
