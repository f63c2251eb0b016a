package dev.tidemill.schedule.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("C2")
class CronTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          */15 * * * *          | 2026-11-15T15:15:00Z
          30 9 * * *            | 2026-11-16T09:30:00Z
          0 0 9 * * *           | 2026-11-16T09:00:00Z
          */10 * * * * *        | 2026-11-15T15:00:10Z
          0 9 * * MON-FRI       | 2026-11-16T09:00:00Z
          0 9 * jan,feb *       | 2027-01-01T09:00:00Z
          0 0 1,15 * *          | 2026-12-01T00:00:00Z
          5/20 * * * *          | 2026-11-15T15:05:00Z
          0 0 * * 7             | 2026-11-22T00:00:00Z
          0 0 * * 0             | 2026-11-22T00:00:00Z
          0 0 29 2 *            | 2028-02-29T00:00:00Z
          0 0 12 ? * MON        | 2026-11-16T12:00:00Z
          0 0 20 * MON          | 2026-11-16T00:00:00Z
          @hourly               | 2026-11-15T16:00:00Z
          @daily                | 2026-11-16T00:00:00Z
          @midnight             | 2026-11-16T00:00:00Z
          @weekly               | 2026-11-22T00:00:00Z
          @monthly              | 2026-12-01T00:00:00Z
          @yearly               | 2027-01-01T00:00:00Z
          @ANNUALLY             | 2027-01-01T00:00:00Z
          """)
  void each_form_means_what_it_always_meant(String expression, Instant first) {
    var now = Instant.parse("2026-11-15T15:00:00Z");
    assertThat(new Cron(expression).next(now, now, ZoneOffset.UTC)).contains(first);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "* * * *", "* * * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *",
        "* * * * 8", "*/0 * * * *", "5-1 * * * *", "a * * * *", "0 0 L * *", "@reboot",
            "0 0 30 2 *",
        "0 0 31 4 *", "-1 * * * *", "1, * * * *"
      })
  void what_is_no_expression_or_never_fires_is_refused(String expression) {
    assertThatThrownBy(() -> new Cron(expression)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_time_that_the_clocks_leave_out_fires_once_at_the_moment_of_the_change() {
    // 2026-03-29: from 02:00 straight to 03:00, at 01:00 UTC.
    assertThat(ticks("30 2 * * *", "2026-03-28T00:00:00Z", 3))
        .containsExactly("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
    assertThat(ticks("*/20 2,3 * * *", "2026-03-29T00:30:00Z", 3))
        .containsExactly("2026-03-29T01:00:00Z", "2026-03-29T01:20:00Z", "2026-03-29T01:40:00Z");
  }

  @Test
  void a_time_that_comes_twice_fires_the_first_time_only() {
    // 2026-10-25: 02:00 to 03:00 twice, from 00:00 and from 01:00 UTC.
    assertThat(ticks("30 2 * * *", "2026-10-24T12:00:00Z", 2))
        .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
    assertThat(ticks("*/30 * * * *", "2026-10-24T23:30:00Z", 4))
        .containsExactly(
            "2026-10-25T00:00:00Z",
            "2026-10-25T00:30:00Z",
            "2026-10-25T02:00:00Z",
            "2026-10-25T02:30:00Z");
  }

  @Test
  void one_who_looks_in_the_second_passing_of_an_hour_finds_what_follows_it() {
    assertThat(ticks("*/10 * * * *", "2026-10-25T01:15:00Z", 2))
        .containsExactly("2026-10-25T02:00:00Z", "2026-10-25T02:10:00Z");
    assertThat(ticks("* * * * * *", "2026-10-25T01:00:00Z", 1))
        .containsExactly("2026-10-25T02:00:00Z");
  }

  @Test
  void a_zone_that_changes_at_midnight_loses_no_day() {
    // Cairo, 2026-04-24: from 00:00 straight to 01:00.
    var zone = ZoneId.of("Africa/Cairo");
    var before = Instant.parse("2026-04-23T12:00:00Z");
    assertThat(new Cron("@daily").next(before, before, zone))
        .contains(Instant.parse("2026-04-23T22:00:00Z"));
  }

  private static List<String> ticks(String expression, String after, int count) {
    var cron = new Cron(expression);
    var ticks = new ArrayList<String>();
    Instant at = Instant.parse(after);
    for (int i = 0; i < count; i++) {
      at = cron.next(at, at, BERLIN).orElseThrow();
      ticks.add(at.toString());
    }
    return ticks;
  }
}
