package dev.tidemill.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag("J5")
class BackoffProperties {

  @Property
  void it_grows_without_jitter_and_never_passes_its_limit(
      @ForAll @IntRange(min = 1, max = 500) int failures) {
    var backoff = new Backoff(Duration.ofMillis(200), Duration.ofMinutes(5), 0);
    var random = new Random(1);
    assertThat(backoff.after(failures, random))
        .isLessThanOrEqualTo(backoff.after(failures + 1, random))
        .isBetween(Duration.ofMillis(200), Duration.ofMinutes(5));
  }

  @Property
  void jitter_stays_within_its_share(
      @ForAll @IntRange(min = 1, max = 500) int failures, @ForAll long seed) {
    Duration plain =
        new Backoff(Duration.ofMillis(200), Duration.ofMinutes(5), 0)
            .after(failures, new Random(seed));
    Duration spread =
        new Backoff(Duration.ofMillis(200), Duration.ofMinutes(5), 0.25)
            .after(failures, new Random(seed));
    assertThat((double) spread.toNanos() / plain.toNanos()).isBetween(0.75, 1.25);
  }
}
