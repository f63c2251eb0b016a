package dev.tidemill.adapters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.adapters.instance.Instance.Life;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("S4")
class PodLifeTest {
  private static final Instant NOW = Instant.parse("2026-11-15T10:00:00Z");

  @Test
  void a_pod_nobody_has_looked_at_yet_waits_and_has_not_begun() {
    assertThat(life(new PodStatus())).isEqualTo(new Life.Waiting("is being started", false, false));
  }

  @Test
  void a_worker_that_runs_beside_a_sidecar_that_cannot_start_has_begun() {
    PodStatus status =
        new PodStatusBuilder(PretendedCluster.waiting("ImagePullBackOff", "no sidecar"))
            .editFirstContainerStatus()
            .withName("sidecar")
            .endContainerStatus()
            .addNewContainerStatus()
            .withName("worker")
            .withNewState()
            .withNewRunning("2026-11-15T09:00:00Z")
            .endState()
            .endContainerStatus()
            .build();

    assertThat(life(status))
        .isInstanceOfSatisfying(
            Life.Waiting.class,
            waiting -> {
              assertThat(waiting.hopeless()).isTrue();
              assertThat(waiting.begun()).isTrue();
            });
  }

  @Test
  void a_pod_whose_worker_has_ended_has_ended_whatever_else_runs() {
    PodStatus status =
        new PodStatusBuilder()
            .withPhase("Running")
            .addNewContainerStatus()
            .withName("worker")
            .withNewState()
            .withNewTerminated()
            .withExitCode(137)
            .withReason("OOMKilled")
            .endTerminated()
            .endState()
            .endContainerStatus()
            .build();

    assertThat(life(status)).isEqualTo(new Life.Ended("ended with exit code 137: OOMKilled"));
  }

  @Test
  void a_state_nobody_knows_is_not_taken_for_an_end() {
    assertThat(life(PretendedCluster.phase("Unknown"))).isEqualTo(new Life.Running());
  }

  @Test
  void a_pod_on_a_lost_node_that_is_being_deleted_has_ended() {
    PodStatus lost = new PodStatusBuilder().withPhase("Running").withReason("NodeLost").build();
    Pod deleted =
        new PodBuilder(pod(lost))
            .editMetadata()
            .withDeletionTimestamp("2026-11-15T09:59:00Z")
            .endMetadata()
            .build();

    assertThat(PodLife.of(deleted, NOW, Duration.ZERO)).isInstanceOf(Life.Ended.class);
    assertThat(life(lost)).isEqualTo(new Life.Running());
  }

  private static Life life(PodStatus status) {
    return PodLife.of(pod(status), NOW, Duration.ofMinutes(5));
  }

  private static Pod pod(PodStatus status) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("p")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("sidecar")
        .endContainer()
        .addNewContainer()
        .withName("worker")
        .endContainer()
        .endSpec()
        .withStatus(status)
        .build();
  }
}
