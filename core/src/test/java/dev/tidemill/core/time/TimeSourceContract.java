package dev.tidemill.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What every {@link TimeSource} promises. */
public abstract class TimeSourceContract {
  protected static final Duration TICK = Duration.ofMillis(20);

  protected abstract TimeSource time();

  /** Lets at least {@code duration} pass, and runs what falls due. */
  protected abstract void pass(Duration duration);

  @Test
  void monotonic_time_passes_and_never_goes_back() {
    Duration before = time().monotonic();
    pass(TICK);
    assertThat(time().monotonic()).isGreaterThanOrEqualTo(before.plus(TICK));
  }

  @Test
  void a_timer_fires_once_and_not_before_its_time() throws Exception {
    var fired = new CopyOnWriteArrayList<Duration>();
    var done = new CountDownLatch(1);
    Duration start = time().monotonic();
    time()
        .schedule(
            TICK,
            () -> {
              fired.add(time().monotonic());
              done.countDown();
            });
    pass(TICK.multipliedBy(3));
    assertThat(done.await(1, TimeUnit.MINUTES)).isTrue();
    pass(TICK);
    assertThat(fired).hasSize(1);
    assertThat(fired.getFirst()).isGreaterThanOrEqualTo(start.plus(TICK));
  }

  @Test
  void a_cancelled_timer_never_fires_and_says_so() throws Exception {
    var fired = new CopyOnWriteArrayList<String>();
    var last = new CountDownLatch(1);
    var timer = time().schedule(TICK, () -> fired.add("cancelled"));
    time().schedule(TICK.multipliedBy(2), last::countDown);
    assertThat(timer.cancel()).isTrue();
    assertThat(timer.cancel()).isFalse();
    pass(TICK.multipliedBy(3));
    assertThat(last.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(fired).isEmpty();
  }

  @Test
  void a_timer_that_fired_can_no_longer_be_cancelled() throws Exception {
    var fired = new CountDownLatch(1);
    var timer = time().schedule(Duration.ZERO, fired::countDown);
    pass(TICK);
    assertThat(fired.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(timer.cancel()).isFalse();
  }

  @Test
  void a_task_may_schedule_another() throws Exception {
    var second = new CountDownLatch(1);
    time().schedule(TICK, () -> time().schedule(TICK, second::countDown));
    pass(TICK.multipliedBy(3));
    assertThat(second.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void an_interruption_ends_a_sleep_at_once() throws Exception {
    var ended = new AtomicReference<Throwable>();
    Thread sleeper =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    time().sleep(Duration.ofDays(365));
                  } catch (InterruptedException e) {
                    ended.set(e);
                  }
                });
    sleeper.interrupt();
    assertThat(sleeper.join(Duration.ofMinutes(1))).isTrue();
    assertThat(ended.get()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void an_interrupted_thread_does_not_sleep() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> time().sleep(Duration.ofDays(365)))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void a_wake_before_the_wait_is_not_lost() throws Exception {
    var waiter = new Waiter(time());
    waiter.wake();
    assertThat(waiter.await(Duration.ofDays(365))).isTrue();
  }

  @Test
  void wakes_do_not_add_up() throws Exception {
    var waiter = new Waiter(time());
    List.of(1, 2, 3).forEach(i -> waiter.wake());
    assertThat(waiter.await(Duration.ofDays(365))).isTrue();
    assertThat(waiter.await(Duration.ZERO)).isFalse();
  }

  @Test
  void a_wait_ends_when_its_time_is_over() throws Exception {
    var waiter = new Waiter(time());
    var woken = new AtomicReference<Boolean>();
    var waiting = new CountDownLatch(1);
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  waiting.countDown();
                  try {
                    woken.set(waiter.await(TICK));
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
    assertThat(waiting.await(1, TimeUnit.MINUTES)).isTrue();
    while (!thread.join(Duration.ofMillis(1))) {
      pass(TICK);
    }
    assertThat(woken.get()).isFalse();
  }

  @Test
  void a_wake_ends_a_wait_under_way() throws Exception {
    var waiter = new Waiter(time());
    var woken = new AtomicReference<Boolean>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    woken.set(waiter.await(Duration.ofDays(365)));
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
    waiter.wake();
    assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    assertThat(woken.get()).isTrue();
  }
}
