package dev.tidemill.adapters.ecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.service.Service;
import dev.tidemill.core.time.SimulatedTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ecs.EcsClient;

@Tag("S5")
class TaskProtectionTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final StubEcs ecs;
  private final EcsClient client;
  private final SimulatedTime time = new SimulatedTime(Instant.EPOCH);

  TaskProtectionTest() throws IOException {
    ecs = new StubEcs();
    client = EcsAdapter.client(PretendedTasks.location(ecs));
  }

  @AfterEach
  void end() {
    client.close();
    ecs.close();
  }

  @Test
  void a_busy_task_is_protected_for_a_time_and_renewed() {
    var protection = new TaskProtection(client, "main", "service-task", time);
    assertThat(protection.busy(true)).isTrue();
    assertThat(protection.busy(true)).isFalse();
    time.advance(Duration.ofMinutes(15));
    assertThat(protection.busy(true)).isTrue();
    assertThat(protection.busy(false)).isTrue();
    time.advance(Duration.ofHours(1));
    assertThat(protection.busy(false)).isFalse();

    assertThat(ecs.calls("UpdateTaskProtection"))
        .hasSize(3)
        .first()
        .asString()
        .contains("\"protectionEnabled\":true", "\"expiresInMinutes\":30");
  }

  @Test
  void a_worker_keeps_its_task_protected_as_long_as_it_is_busy() {
    var running = new AtomicInteger(2);
    var protection = new TaskProtection(client, "main", "service-task", time);
    Service kept = TaskProtection.kept(protection, running::get, time);
    kept.start();
    await().atMost(LONG).until(() -> asked("\"protectionEnabled\":true"));
    running.set(0);
    await()
        .atMost(LONG)
        .until(
            () -> {
              time.advance(Duration.ofSeconds(5));
              return asked("\"protectionEnabled\":false");
            });
    kept.stop();
  }

  @Test
  void a_task_without_a_cluster_is_refused() {
    assertThatThrownBy(() -> TaskProtection.kept("arn:aws:ecs:eu-west-1:1:task/old", () -> 0, time))
        .hasMessageContaining("is no task");
  }

  @Test
  void a_task_that_cannot_be_protected_is_no_secret() {
    var protection = new TaskProtection(client, "main", "lone-task", time);

    assertThatThrownBy(() -> protection.busy(true)).hasMessageContaining("TASK_NOT_VALID");
  }

  private boolean asked(String what) {
    return ecs.calls("UpdateTaskProtection").stream().anyMatch(c -> c.toString().contains(what));
  }
}
