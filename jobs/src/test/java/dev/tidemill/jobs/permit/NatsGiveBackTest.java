package dev.tidemill.jobs.permit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.permit.Permits.Permit;
import dev.tidemill.testkit.Servers;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is given back is there at once: nobody here lives to see the ack wait run out. */
@Tag("J8")
class NatsGiveBackTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration ACK_WAIT = Duration.ofHours(1);

  private TestNats nats;
  private Permits permits;
  private Permits other;

  @BeforeEach
  void open() throws Exception {
    nats = new TestNats(Servers.nats(), ACK_WAIT, ACK_WAIT);
    permits = nats.open();
    other = nats.open();
  }

  @AfterEach
  void close() throws Exception {
    permits.close();
    other.close();
    nats.management().deleteStream(nats.settings.stream());
    nats.close();
  }

  @Test
  void a_permit_given_back_goes_to_another_process() throws Exception {
    taken().giveBack();
    assertThat(other.take(Queue.EXEC, LONG)).isPresent();
  }

  @Test
  void a_permit_can_be_given_back_by_one_who_is_interrupted() throws Exception {
    Permit permit = taken();
    Thread.currentThread().interrupt();
    permit.giveBack();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(other.take(Queue.EXEC, LONG)).isPresent();
  }

  @Test
  void closing_gives_back_what_is_held() throws Exception {
    taken();
    permits.close();
    assertThat(other.take(Queue.EXEC, LONG)).isPresent();
  }

  @Test
  void a_permit_that_comes_when_nobody_takes_goes_to_another() throws Exception {
    Taking gone = Taking.waiting(permits, Queue.EXEC, LONG);
    awaitPulls(1);
    permits.wake(Queue.EXEC);
    assertThat(gone.answer()).isEmpty();
    Taking taker = Taking.waiting(other, Queue.EXEC, LONG);
    other.ring(Queue.EXEC);
    assertThat(taker.answer()).isPresent();
  }

  private Permit taken() throws Exception {
    permits.ring(Queue.EXEC);
    return permits.take(Queue.EXEC, LONG).orElseThrow();
  }

  private void awaitPulls(long count) {
    Awaitility.await().atMost(LONG).until(() -> nats.pulls(Queue.EXEC) == count);
  }
}
