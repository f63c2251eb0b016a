package dev.tidemill.jobs.permit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.core.time.SystemTime;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class InProcessPermitsTest extends PermitsContract {

  @Override
  protected Permits open() {
    return new InProcessPermits(new SystemTime());
  }

  @Override
  void a_ring_of_another_process_is_heard() {
    // There is no other process.
  }

  @Test
  void waits_end_by_simulated_time() throws Exception {
    var time = new SimulatedTime();
    var simulated = new InProcessPermits(time);
    Taking taker = Taking.waiting(simulated, Queue.EXEC, Duration.ofHours(1));
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> time.pendingTimers() == 1);
    time.advance(Duration.ofMinutes(59));
    assertThat(taker.isDone()).isFalse();
    time.advance(Duration.ofMinutes(1));
    assertThat(taker.answer()).isEmpty();
    simulated.ring(Queue.EXEC);
    assertThat(simulated.take(Queue.EXEC, Duration.ZERO)).isPresent();
  }
}
