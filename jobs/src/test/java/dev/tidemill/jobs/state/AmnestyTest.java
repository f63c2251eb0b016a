package dev.tidemill.jobs.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("J6")
class AmnestyTest {
  private static final Duration LEASE = Duration.ofSeconds(15);
  private final Amnesty amnesty = new Amnesty(Duration.ofSeconds(10));

  @Test
  void it_is_over_after_a_lease_of_unbroken_answers() {
    for (int seconds = 0; seconds < 15; seconds += 5) {
      answered(seconds);
      assertThat(amnesty.over(LEASE)).isFalse();
    }
    answered(15);
    assertThat(amnesty.over(LEASE)).isTrue();
  }

  @Test
  void a_failed_look_begins_it_anew() {
    answered(0);
    answered(10);
    amnesty.failed();
    answered(15);
    assertThat(amnesty.over(LEASE)).isFalse();
    answered(25);
    answered(30);
    assertThat(amnesty.over(LEASE)).isTrue();
  }

  @Test
  void not_having_looked_for_too_long_begins_it_anew() {
    answered(0);
    answered(10);
    answered(21);
    assertThat(amnesty.over(LEASE)).isFalse();
  }

  @Test
  void a_jump_of_the_stores_clock_begins_it_anew() {
    answered(0);
    answered(10);
    amnesty.answered(Duration.ofSeconds(16), Duration.ofHours(9));
    assertThat(amnesty.over(LEASE)).isFalse();
  }

  @Test
  void a_clock_that_was_set_back_begins_it_anew() {
    answered(0);
    answered(10);
    amnesty.answered(Duration.ofSeconds(16), Duration.ofMinutes(58));
    assertThat(amnesty.over(LEASE)).isFalse();
  }

  private void answered(int seconds) {
    amnesty.answered(Duration.ofSeconds(seconds), Duration.ofHours(1).plusSeconds(seconds));
  }
}
