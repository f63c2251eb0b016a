package dev.tidemill.schedule.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Against a search that is too simple to be wrong: try each minute, each local time once. */
@Tag("C2")
class TimingProperties {
  private static final Instant ORIGIN = Instant.parse("2026-01-01T00:00:00Z");

  @Property(tries = 1000)
  void the_next_tick_is_the_first_minute_that_every_field_allows(
      @ForAll("expressions") List<String> fields, @ForAll("moments") Instant after) {
    Optional<LocalDateTime> wanted =
        firstMatch(fields, LocalDateTime.ofInstant(after, ZoneOffset.UTC));
    wanted.ifPresent(
        local ->
            assertThat(new Cron(String.join(" ", fields)).next(after, after, ZoneOffset.UTC))
                .contains(local.toInstant(ZoneOffset.UTC)));
  }

  @Property(tries = 500)
  void through_changes_of_clocks_ticks_grow_and_each_is_found_from_any_moment_before_it(
      @ForAll("frequent") String expression,
      @ForAll("zones") ZoneId zone,
      @ForAll("changes") Instant around) {
    var cron = new Cron(expression);
    Instant from = around.minus(Duration.ofHours(3));
    Instant at = from;
    for (int i = 0; i < 40; i++) {
      Instant next = cron.next(at, at, zone).orElseThrow();
      assertThat(next).isAfter(at);
      Instant between = at.plus(Duration.between(at, next).dividedBy(2));
      assertThat(cron.next(between, between, zone)).contains(next);
      assertThat(cron.next(next.minusNanos(1), at, zone)).contains(next);
      at = next;
    }
  }

  @Property
  void an_interval_is_a_function_of_its_anchor_alone(
      @ForAll("moments") Instant anchor,
      @ForAll("intervals") Duration interval,
      @ForAll("moments") Instant after) {
    Instant next = new Every(interval).next(after, anchor, ZoneOffset.UTC).orElseThrow();
    assertThat(next).isAfter(after);
    assertThat(Duration.between(anchor, next).toMillis() % interval.toMillis()).isZero();
    assertThat(next.minus(interval).isAfter(after) && next.isAfter(anchor)).isFalse();
  }

  private static Optional<LocalDateTime> firstMatch(List<String> fields, LocalDateTime after) {
    Set<Integer> minutes = values(fields.get(0), 0, 59);
    Set<Integer> hours = values(fields.get(1), 0, 23);
    LocalDateTime limit = after.plusYears(5);
    for (var day = after.toLocalDate(); day.atStartOfDay().isBefore(limit); day = day.plusDays(1)) {
      boolean byDate = values(fields.get(2), 1, 31).contains(day.getDayOfMonth());
      // Steps from Sunday are steps from 0, whichever way Sunday was written.
      Set<Integer> weekdays = values(fields.get(4).replaceFirst("^7/", "0/"), 0, 7);
      int weekday = day.getDayOfWeek().getValue();
      boolean byWeekday = weekdays.contains(weekday) || (weekday == 7 && weekdays.contains(0));
      boolean either = !all(fields.get(2)) && !all(fields.get(4));
      if (values(fields.get(3), 1, 12).contains(day.getMonthValue())
          && (either ? byDate || byWeekday : byDate && byWeekday)) {
        for (int hour : hours) {
          for (int minute : minutes) {
            if (day.atTime(hour, minute).isAfter(after)) {
              return Optional.of(day.atTime(hour, minute));
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean all(String field) {
    return field.equals("*") || field.equals("*/1");
  }

  private static Set<Integer> values(String field, int least, int most) {
    var values = new TreeSet<Integer>();
    for (String part : field.split(",", -1)) {
      String[] stepped = part.split("/", -1);
      String[] range = stepped[0].split("-", -1);
      boolean any = range[0].equals("*");
      int from = any ? least : Integer.parseInt(range[0]);
      int to =
          any || (range.length == 1 && stepped.length == 2)
              ? most
              : Integer.parseInt(range[range.length - 1]);
      for (int i = from; i <= to; i += stepped.length == 1 ? 1 : Integer.parseInt(stepped[1])) {
        values.add(i);
      }
    }
    return values;
  }

  @Provide
  Arbitrary<List<String>> expressions() {
    return Combinators.combine(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 7))
        .as((a, b, c, d, e) -> Arrays.asList(a, b, c, d, e));
  }

  private static Arbitrary<String> field(int least, int most) {
    Arbitrary<Integer> value = Arbitraries.integers().between(least, most);
    Arbitrary<Integer> step = Arbitraries.integers().between(1, Math.min(most, 59) - 1);
    return Arbitraries.oneOf(
        Arbitraries.just("*"),
        value.map(String::valueOf),
        step.map(s -> "*/" + s),
        Combinators.combine(value, step).as((v, s) -> v + "/" + s),
        Combinators.combine(value, value).as((a, b) -> Math.min(a, b) + "-" + Math.max(a, b)),
        Combinators.combine(value, value, step)
            .as((a, b, s) -> Math.min(a, b) + "-" + Math.max(a, b) + "/" + s),
        value
            .list()
            .ofMinSize(1)
            .ofMaxSize(4)
            .map(l -> String.join(",", l.stream().map(String::valueOf).toList())));
  }

  @Provide
  Arbitrary<Instant> moments() {
    return Arbitraries.longs()
        .between(0, Duration.ofDays(1500).toSeconds())
        .map(ORIGIN::plusSeconds);
  }

  @Provide
  Arbitrary<Duration> intervals() {
    return Arbitraries.longs()
        .between(1000, Duration.ofDays(30).toMillis())
        .map(Duration::ofMillis);
  }

  @Provide
  Arbitrary<String> frequent() {
    return Arbitraries.of(
        "*/7 * * * *",
        "*/30 * * * *",
        "0 * * * *",
        "15 1-3 * * *",
        "*/40 * * * * *",
        "0 0,1,2,3 * * *");
  }

  @Provide
  Arbitrary<ZoneId> zones() {
    return Arbitraries.of(
            "Europe/Berlin",
            "America/New_York",
            "Australia/Lord_Howe",
            "Africa/Cairo",
            "America/St_Johns",
            "UTC")
        .map(ZoneId::of);
  }

  @Provide
  Arbitrary<Instant> changes() {
    return Arbitraries.of(
            "Europe/Berlin",
            "America/New_York",
            "Australia/Lord_Howe",
            "Africa/Cairo",
            "America/St_Johns")
        .flatMap(
            zone ->
                Arbitraries.integers()
                    .between(0, 1400)
                    .map(
                        day ->
                            ZoneId.of(zone)
                                .getRules()
                                .nextTransition(ORIGIN.plus(Duration.ofDays(day)))
                                .getInstant()));
  }
}
