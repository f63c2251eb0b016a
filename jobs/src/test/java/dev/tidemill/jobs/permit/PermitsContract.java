package dev.tidemill.jobs.permit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.permit.Permits.Permit;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every implementation of {@link Permits} promises. */
@Tag("J8")
public abstract class PermitsContract {
  /** Never waited out: the answer comes before, or the test fails. */
  protected static final Duration LONG = Duration.ofMinutes(2);

  /** How long to listen before saying that nothing comes. */
  protected static final Duration SHORT = Duration.ofMillis(300);

  protected Permits permits;

  /** Permits as another process would open them, ready to hear rings. */
  protected abstract Permits open() throws Exception;

  /** After this an unused permit would have come back by itself. */
  protected Duration certainty() {
    return SHORT;
  }

  @BeforeEach
  void begin() throws Exception {
    permits = open();
  }

  @AfterEach
  void end() {
    permits.close();
  }

  @Test
  void a_ring_before_the_take_is_not_lost() throws Exception {
    permits.ring(Queue.EXEC);
    Permit permit = permits.take(Queue.EXEC, LONG).orElseThrow();
    assertThat(permit.queue()).isEqualTo(Queue.EXEC);
    permit.used();
  }

  @Test
  void a_waiting_taker_hears_a_ring() throws Exception {
    Taking taker = Taking.waiting(permits, Queue.STAGE, LONG);
    permits.ring(Queue.STAGE);
    assertThat(taker.answer()).isPresent();
  }

  @Test
  void a_ring_of_another_process_is_heard() throws Exception {
    try (Permits server = open()) {
      Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
      server.ring(Queue.EXEC);
      assertThat(taker.answer()).isPresent();
    }
  }

  @Test
  void without_a_ring_the_time_runs_out() throws Exception {
    assertThat(permits.take(Queue.EXEC, SHORT)).isEmpty();
    assertThat(permits.take(Queue.EXEC, Duration.ZERO)).isEmpty();
  }

  @Test
  void queues_do_not_hear_each_other() throws Exception {
    permits.ring(Queue.EXEC);
    assertThat(permits.take(Queue.STAGE, SHORT)).isEmpty();
    assertThat(permits.take(Queue.EXEC, LONG)).isPresent();
  }

  @Test
  void a_used_permit_does_not_come_back() throws Exception {
    permits.ring(Queue.EXEC);
    Permit permit = permits.take(Queue.EXEC, LONG).orElseThrow();
    permit.used();
    permit.used();
    permit.giveBack();
    assertThat(permits.take(Queue.EXEC, certainty())).isEmpty();
  }

  @Test
  void a_permit_given_back_can_be_taken_once_more() throws Exception {
    permits.ring(Queue.EXEC);
    Permit permit = permits.take(Queue.EXEC, LONG).orElseThrow();
    permit.giveBack();
    permit.giveBack();
    permit.used();
    permits.take(Queue.EXEC, LONG).orElseThrow().used();
    assertThat(permits.take(Queue.EXEC, certainty())).isEmpty();
  }

  @Test
  void a_wake_ends_the_wait() throws Exception {
    Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
    permits.wake(Queue.EXEC);
    assertThat(taker.answer()).isEmpty();
  }

  @Test
  void a_wake_that_comes_first_ends_the_next_wait_and_only_that() throws Exception {
    permits.wake(Queue.EXEC);
    permits.wake(Queue.EXEC);
    assertThat(permits.take(Queue.EXEC, LONG)).isEmpty();
    Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
    permits.wake(Queue.STAGE);
    assertThat(taker.isDone()).isFalse();
    permits.ring(Queue.EXEC);
    assertThat(taker.answer()).isPresent();
  }

  @Test
  void no_wake_is_lost_however_it_falls() throws Exception {
    for (int i = 0; i < 200; i++) {
      var waker = Thread.ofVirtual().start(() -> permits.wake(Queue.EXEC));
      assertThat(permits.take(Queue.EXEC, LONG)).isEmpty();
      assertThat(waker.join(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void interruption_ends_the_wait_and_takes_no_permit_along() throws Exception {
    Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
    taker.interrupt();
    assertThatThrownBy(taker::answer)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    permits.ring(Queue.EXEC);
    assertThat(permits.take(Queue.EXEC, LONG)).isPresent();
  }

  @Test
  void who_is_interrupted_already_takes_nothing() throws Exception {
    permits.ring(Queue.EXEC);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> permits.take(Queue.EXEC, LONG))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(permits.take(Queue.EXEC, LONG)).isPresent();
  }

  @Test
  void many_rings_become_few_permits() throws Exception {
    for (int i = 0; i < 20_000; i++) {
      permits.ring(Queue.EXEC);
    }
    int taken = 0;
    for (var permit = permits.take(Queue.EXEC, LONG);
        permit.isPresent();
        permit = permits.take(Queue.EXEC, SHORT)) {
      permit.get().used();
      taken++;
    }
    assertThat(taken).isBetween(1, 200);
  }

  @Test
  void one_taker_per_queue() throws Exception {
    Taking first = Taking.waiting(permits, Queue.EXEC, LONG);
    assertThatThrownBy(() -> permits.take(Queue.EXEC, LONG))
        .isInstanceOf(IllegalStateException.class);
    assertThat(permits.take(Queue.STAGE, SHORT)).isEmpty();
    permits.wake(Queue.EXEC);
    assertThat(first.answer()).isEmpty();
  }

  @Test
  void closing_ends_waits_and_silences_everything_after() throws Exception {
    Taking taker = Taking.waiting(permits, Queue.EXEC, LONG);
    permits.close();
    assertThat(taker.answer()).isEmpty();
    permits.close();
    permits.ring(Queue.EXEC);
    permits.wake(Queue.EXEC);
    assertThat(permits.take(Queue.EXEC, LONG)).isEmpty();
  }

  @Test
  void ending_a_permit_after_closing_is_harmless() throws Exception {
    permits.ring(Queue.EXEC);
    Permit permit = permits.take(Queue.EXEC, LONG).orElseThrow();
    permits.close();
    assertThatCode(permit::used).doesNotThrowAnyException();
    assertThatCode(permit::giveBack).doesNotThrowAnyException();
  }

  @Test
  void a_broker_that_is_there_answers() {
    assertThatCode(permits::ping).doesNotThrowAnyException();
  }
}
