package dev.tidemill.schedule.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.TidemillException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("C1")
class LeaseSettingsTest {

  @Test
  void the_defaults_keep_their_own_rule() {
    assertThat(LeaseSettings.DEFAULT.ttl()).isEqualTo(Duration.ofSeconds(10));
    assertThat(LeaseSettings.DEFAULT.renew()).isEqualTo(Duration.ofSeconds(3));
  }

  @ParameterizedTest
  @CsvSource({"10000,5000", "10000,6000", "10000,0", "10000,-1", "0,0"})
  void a_lease_that_is_not_renewed_twice_in_its_time_is_refused(long ttl, long renew) {
    assertThatThrownBy(() -> new LeaseSettings(Duration.ofMillis(ttl), Duration.ofMillis(renew)))
        .isInstanceOf(TidemillException.class);
  }

  @Test
  void just_under_the_half_is_enough() {
    assertThat(new LeaseSettings(Duration.ofMillis(10_000), Duration.ofMillis(4_999)).poll())
        .isLessThan(Duration.ofMillis(500));
  }
}
