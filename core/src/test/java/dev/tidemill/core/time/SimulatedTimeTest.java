package dev.tidemill.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class SimulatedTimeTest extends TimeSourceContract {
  private final SimulatedTime time = new SimulatedTime();

  @Override
  protected TimeSource time() {
    return time;
  }

  @Override
  protected void pass(Duration duration) {
    time.advance(duration);
  }

  @Test
  void tasks_run_at_exactly_their_moment_and_in_order() {
    var log = new ArrayList<String>();
    time.schedule(Duration.ofSeconds(2), () -> log.add("b at " + time.monotonic()));
    time.schedule(Duration.ofSeconds(1), () -> log.add("a at " + time.monotonic()));
    time.schedule(Duration.ofSeconds(2), () -> log.add("c at " + time.monotonic()));
    time.advance(Duration.ofSeconds(5));
    assertThat(log).containsExactly("a at PT1S", "b at PT2S", "c at PT2S");
    assertThat(time.monotonic()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void advancing_to_the_next_task_skips_empty_time() {
    var log = new ArrayList<String>();
    time.schedule(Duration.ofDays(3), () -> log.add("late"));
    assertThat(time.advanceToNext()).isTrue();
    assertThat(log).containsExactly("late");
    assertThat(time.monotonic()).isEqualTo(Duration.ofDays(3));
    assertThat(time.advanceToNext()).isFalse();
  }

  @Test
  void the_wall_clock_may_jump_without_monotonic_time_noticing() {
    Instant before = time.now();
    time.jumpWallClock(Duration.ofHours(-1));
    time.advance(Duration.ofSeconds(1));
    assertThat(time.now()).isEqualTo(before.minus(Duration.ofHours(1)).plusSeconds(1));
    assertThat(time.monotonic()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void a_failing_task_is_reported_after_the_others_ran() {
    var log = new ArrayList<String>();
    time.schedule(
        Duration.ofSeconds(1),
        () -> {
          throw new IllegalStateException("broken");
        });
    time.schedule(Duration.ofSeconds(2), () -> log.add("ran"));
    assertThatThrownBy(() -> time.advance(Duration.ofSeconds(3))).hasRootCauseMessage("broken");
    assertThat(log).containsExactly("ran");
  }
}
