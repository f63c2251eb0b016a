package dev.tidemill.adapters.ecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.time.SimulatedTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ecs.EcsClient;

@Tag("S5")
class TaskProtectionTest {
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
  void a_task_that_cannot_be_protected_is_no_secret() {
    var protection = new TaskProtection(client, "main", "lone-task", time);

    assertThatThrownBy(() -> protection.busy(true)).hasMessageContaining("TASK_NOT_VALID");
  }
}
