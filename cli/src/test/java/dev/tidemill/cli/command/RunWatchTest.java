package dev.tidemill.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R12")
class RunWatchTest {

  @Test
  void the_end_is_noticed_within_a_tenth_of_what_the_run_took() {
    int questions = 0;
    for (Duration waited = Duration.ZERO;
        waited.compareTo(Duration.ofMinutes(1)) < 0;
        waited = waited.plus(RunWatch.pause(waited))) {
      assertThat(RunWatch.pause(waited))
          .isBetween(Duration.ofMillis(20), Duration.ofMillis(500))
          .isLessThanOrEqualTo(Duration.ofMillis(20).plus(waited.dividedBy(10)));
      questions++;
    }
    assertThat(questions).isLessThan(200);
  }
}
