package dev.tidemill.adapters.kubernetes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.adapters.GroupSpec;
import dev.tidemill.adapters.instance.LaunchRefused;
import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.GroupId;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("S4")
class PodMakerTest {
  private static final GroupSpec SPEC =
      new GroupSpec(new GroupId("g-1"), CapabilitySet.of("gpu", "zone=b"), 2);

  private final Path folder;

  PodMakerTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void a_pod_knows_who_it_is_and_is_not_started_again() throws Exception {
    Pod pod =
        maker(
                new PodTemplate.Image(
                    "tidemill:1",
                    List.of("worker", "start", "--types", "export"),
                    Map.of("TIDEMILL_SERVER", "http://tidemill:3001"),
                    Map.of("cpu", "500m", "memory", "1Gi"),
                    "tidemill-worker",
                    Map.of("team", "data")))
            .pod(SPEC, 1);

    assertThat(pod.getMetadata().getName()).isEqualTo("pods-g-1-1");
    assertThat(pod.getMetadata().getNamespace()).isEqualTo("work");
    assertThat(pod.getMetadata().getLabels())
        .containsEntry("app.kubernetes.io/managed-by", "tidemill")
        .containsEntry("tidemill.dev/adapter", "pods")
        .containsEntry("tidemill.dev/group", "g-1")
        .containsEntry("team", "data")
        .containsKey("tidemill.dev/template");
    assertThat(environment(pod))
        .containsEntry("TIDEMILL_SERVER", "http://tidemill:3001")
        .containsEntry("TIDEMILL_WORKER_GROUP", "g-1")
        .containsEntry("TIDEMILL_WORKER_ID", "g-1-1")
        .containsEntry("TIDEMILL_WORKER_CAPABILITIES", "gpu,zone=b");
    assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Never");
    assertThat(pod.getSpec().getServiceAccountName()).isEqualTo("tidemill-worker");
    assertThat(pod.getSpec().getTerminationGracePeriodSeconds()).isEqualTo(300);
    assertThat(pod.getSpec().getContainers().getFirst().getArgs())
        .containsExactly("worker", "start", "--types", "export");
    assertThat(pod.getSpec().getContainers().getFirst().getResources().getLimits())
        .containsOnlyKeys("cpu", "memory");
  }

  @Test
  void a_template_in_yaml_keeps_what_it_says_and_only_its_worker_is_told() throws Exception {
    Pod pod =
        maker(
                new PodTemplate.File(
                    write(
                        """
                        apiVersion: v1
                        kind: Pod
                        metadata:
                          generateName: ignored-
                          annotations: {karpenter.sh/do-not-disrupt: "false"}
                        spec:
                          restartPolicy: Always
                          terminationGracePeriodSeconds: 900
                          tolerations: [{key: spot, operator: Exists}]
                          containers:
                            - {name: log-shipper, image: "shipper:2"}
                            - name: worker
                              image: "tidemill:1"
                              env: [{name: TIDEMILL_WORKER_ID, value: wrong}, {name: ZONE, value: b}]
                        """)))
            .pod(SPEC, 0);

    assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Never");
    assertThat(pod.getSpec().getTerminationGracePeriodSeconds()).isEqualTo(900);
    assertThat(pod.getSpec().getTolerations()).hasSize(1);
    assertThat(pod.getMetadata().getGenerateName()).isNull();
    assertThat(pod.getMetadata().getAnnotations())
        .containsEntry("karpenter.sh/do-not-disrupt", "false");
    assertThat(pod.getSpec().getContainers().getFirst().getEnv()).isEmpty();
    assertThat(environment(pod))
        .containsEntry("TIDEMILL_WORKER_ID", "g-1-0")
        .containsEntry("ZONE", "b");
  }

  @Test
  void pods_of_one_maker_do_not_share_anything() throws Exception {
    PodMaker maker = maker(PodTemplate.Image.of("tidemill:1"));
    Pod first = maker.pod(SPEC, 0);
    maker.pod(SPEC, 1);

    assertThat(environment(first)).containsEntry("TIDEMILL_WORKER_ID", "g-1-0");
  }

  @Test
  void another_template_can_be_told_from_the_first() throws Exception {
    assertThat(version(PodTemplate.Image.of("tidemill:1")))
        .isEqualTo(version(PodTemplate.Image.of("tidemill:1")))
        .isNotEqualTo(version(PodTemplate.Image.of("tidemill:2")));
  }

  @Test
  void what_cannot_be_a_name_is_refused_before_anything_is_asked() {
    var odd = new GroupSpec(new GroupId("G_1"), CapabilitySet.NONE, 1);

    assertThatThrownBy(() -> maker(PodTemplate.Image.of("tidemill:1")).pod(odd, 0))
        .isInstanceOf(LaunchRefused.class)
        .hasMessageContaining("G_1");
    assertThatThrownBy(
            () ->
                new KubernetesSettings(
                    new AdapterId("Pods!"),
                    "work",
                    PodTemplate.Image.of("tidemill:1"),
                    KubernetesSettings.PENDING_LIMIT))
        .hasMessageContaining("Pods!");
  }

  @Test
  void a_file_that_holds_something_else_is_refused() throws IOException {
    Path file = write("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n");

    assertThatThrownBy(() -> maker(new PodTemplate.File(file)))
        .hasMessageContaining("holds a ConfigMap, not a Pod");
  }

  private String version(PodTemplate template) throws LaunchRefused {
    return requireNonNull(
        maker(template).pod(SPEC, 0).getMetadata().getLabels().get(PodMarks.TEMPLATE));
  }

  private Path write(String yaml) throws IOException {
    return Files.writeString(folder.resolve("pod.yaml"), yaml);
  }

  private static PodMaker maker(PodTemplate template) {
    return new PodMaker(PretendedCluster.settings(template), new KubernetesSerialization());
  }

  private static Map<String, String> environment(Pod pod) {
    return PodMaker.worker(pod).getEnv().stream()
        .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
  }
}
