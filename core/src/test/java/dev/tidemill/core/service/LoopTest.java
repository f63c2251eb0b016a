package dev.tidemill.core.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.core.time.SystemTime;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoopTest extends ServiceContract {

  @Override
  protected Service newService() {
    return new Loop("idle", new SystemTime(), () -> Duration.ofDays(1));
  }

  @Test
  void it_takes_the_next_step_when_the_pause_is_over() {
    var time = new SimulatedTime();
    var steps = new AtomicInteger();
    var loop =
        new Loop(
            "counting",
            time,
            () -> {
              steps.incrementAndGet();
              return Duration.ofSeconds(5);
            });
    loop.start();
    await().until(() -> steps.get() == 1 && time.pendingTimers() == 1);
    time.advance(Duration.ofSeconds(5));
    await().until(() -> steps.get() == 2 && time.pendingTimers() == 1);
    loop.stop();
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void a_wake_cuts_the_pause_short() {
    var steps = new AtomicInteger();
    var loop =
        new Loop(
            "sleepy",
            new SimulatedTime(),
            () -> {
              steps.incrementAndGet();
              return Duration.ofDays(1);
            });
    loop.start();
    await().until(() -> steps.get() == 1);
    loop.wake();
    await().until(() -> steps.get() == 2);
    loop.stop();
  }

  @Test
  void a_failing_step_is_tried_again() {
    var steps = new AtomicInteger();
    var loop =
        new Loop(
            "stumbling",
            new SystemTime(),
            () -> {
              if (steps.incrementAndGet() == 1) {
                throw new IllegalStateException("first step fails, on purpose");
              }
              return Duration.ofDays(1);
            });
    loop.start();
    await().until(() -> steps.get() == 2);
    loop.stop();
  }

  @Test
  void an_error_does_not_end_the_loop_either() {
    var steps = new AtomicInteger();
    var loop =
        new Loop(
            "shaken",
            new SystemTime(),
            () -> {
              if (steps.incrementAndGet() == 1) {
                throw new StackOverflowError("on purpose");
              }
              return Duration.ofDays(1);
            });
    loop.start();
    await().until(() -> steps.get() == 2);
    loop.stop();
  }

  @Test
  void stop_interrupts_the_step_and_returns_after_it_ended() throws Exception {
    var begun = new CountDownLatch(1);
    var ended = new AtomicBoolean();
    var loop =
        new Loop(
            "busy",
            new SystemTime(),
            () -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await(1, TimeUnit.HOURS);
                return Duration.ZERO;
              } finally {
                ended.set(true);
              }
            });
    loop.start();
    assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    loop.stop();
    assertThat(ended).isTrue();
  }
}
