package dev.tidemill.jobs.permit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.permit.Bell.Struck;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("J8")
class BellTest {
  private static final Duration REST = Duration.ofMillis(20);

  private final SimulatedTime time = new SimulatedTime();
  private final AtomicInteger strokes = new AtomicInteger();
  private final Bell bell =
      new Bell(
          "bell",
          REST,
          time,
          () -> {
            strokes.incrementAndGet();
            return Struck.SENT;
          });

  @Test
  void a_million_rings_are_one_message_now_and_one_after_the_rest() {
    for (int i = 0; i < 1_000_000; i++) {
      bell.ring();
    }
    resting(bell);
    assertThat(strokes).hasValue(1);
    time.advance(REST);
    resting(bell);
    assertThat(strokes).hasValue(2);
    time.advance(Duration.ofHours(1));
    assertThat(strokes).hasValue(2);
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void a_lone_ring_sends_at_once_and_once() {
    bell.ring();
    resting(bell);
    time.advance(REST);
    bell.ring();
    resting(bell);
    time.advance(REST);
    assertThat(strokes).hasValue(2);
    assertThat(bell.counts()).isEqualTo(new RingCounts(2, 0, 0));
  }

  @Test
  void a_ring_while_a_message_is_under_way_leads_to_another() throws Exception {
    var answers = new Semaphore(0);
    var slow =
        new Bell(
            "slow",
            REST,
            time,
            () -> {
              strokes.incrementAndGet();
              return answers.tryAcquire(1, TimeUnit.MINUTES) ? Struck.SPARE : Struck.DROPPED;
            });
    slow.ring();
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> strokes.get() == 1);
    slow.ring();
    assertThat(strokes).hasValue(1);
    answers.release(2);
    resting(slow);
    time.advance(REST);
    resting(slow);
    assertThat(slow.counts()).isEqualTo(new RingCounts(0, 2, 0));
  }

  @Test
  void a_failure_is_counted_and_the_next_ring_tries_again() {
    var broken =
        new Bell(
            "broken",
            REST,
            time,
            () -> {
              throw new IllegalStateException("no broker");
            });
    broken.ring();
    broken.ring();
    resting(broken);
    time.advance(REST);
    assertThat(broken.counts()).isEqualTo(new RingCounts(0, 0, 1));
    time.advance(Bell.REST_AFTER_FAILURE.minus(REST));
    resting(broken);
    assertThat(broken.counts()).isEqualTo(new RingCounts(0, 0, 2));
  }

  @Test
  void what_was_dropped_rings_once_more_when_the_broker_is_back() {
    var back = new AtomicBoolean();
    var flaky = new Bell("flaky", REST, time, () -> back.get() ? Struck.SENT : Struck.DROPPED);
    flaky.ring();
    resting(flaky);
    time.advance(Bell.REST_AFTER_FAILURE);
    back.set(true);
    flaky.ringAgainIfDropped();
    resting(flaky);
    time.advance(REST);
    flaky.ringAgainIfDropped();
    assertThat(time.pendingTimers()).isZero();
    assertThat(flaky.counts()).isEqualTo(new RingCounts(1, 0, 1));
  }

  @Test
  void after_closing_nothing_is_sent() {
    bell.ring();
    bell.ring();
    resting(bell);
    bell.close();
    time.advance(REST);
    bell.ring();
    assertThat(strokes).hasValue(1);
  }

  /** Waits until the message is out and the bell rests from it. */
  private void resting(Bell rung) {
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> time.pendingTimers() == 1);
    assertThat(rung.counts()).isNotEqualTo(new RingCounts(0, 0, 0));
  }
}
