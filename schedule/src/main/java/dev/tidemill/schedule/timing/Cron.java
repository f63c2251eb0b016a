package dev.tidemill.schedule.timing;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Five fields (minute, hour, day of month, month, day of week), six with seconds first, or a name
 * such as {@code @daily}. Where both day fields say something, either is enough.
 *
 * <p>The library is only asked about local times, which it gets right; what it does when clocks
 * change differs from case to case, so that is decided here.
 */
public record Cron(String expression) implements Timing {
  private static final Map<String, String> NAMES =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");

  private static final LocalDateTime SOME_DAY = LocalDateTime.of(2026, 1, 1, 0, 0);
  private static final ParsedCrons PARSED = new ParsedCrons(Cron::parse);

  public Cron {
    expression = expression.strip();
    ExecutionTime parsed = PARSED.get(expression);
    if (parsed.nextExecution(SOME_DAY.atZone(ZoneOffset.UTC)).isEmpty()) {
      throw new IllegalArgumentException("'%s' never fires: no such day".formatted(expression));
    }
  }

  @Override
  public Optional<Instant> next(Instant after, Instant anchor, ZoneId zone) {
    LocalDateTime from = from(after, zone);
    while (true) {
      Optional<LocalDateTime> local =
          PARSED
              .get(expression)
              .nextExecution(from.atZone(ZoneOffset.UTC))
              .map(ZonedDateTime::toLocalDateTime);
      if (local.isEmpty()) {
        return Optional.empty();
      }
      Instant tick = moment(local.get(), zone);
      if (tick.isAfter(after)) {
        return Optional.of(tick);
      }
      from = local.get();
    }
  }

  /** The local time to look on from; in the second passing of an hour, the end of that hour. */
  private static LocalDateTime from(Instant after, ZoneId zone) {
    LocalDateTime local = LocalDateTime.ofInstant(after, zone);
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    boolean second =
        change != null
            && change.isOverlap()
            && zone.getRules().getOffset(after).equals(change.getOffsetAfter());
    // Whole seconds, as all ticks are: the library would carry a fraction over into its answer.
    return (second ? change.getDateTimeBefore().minusSeconds(1) : local)
        .truncatedTo(ChronoUnit.SECONDS);
  }

  private static Instant moment(LocalDateTime local, ZoneId zone) {
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
    return offsets.isEmpty()
        ? zone.getRules().getTransition(local).getInstant()
        : local.toInstant(offsets.getFirst());
  }

  private static ExecutionTime parse(String expression) {
    String named = NAMES.get(expression.toLowerCase(Locale.ROOT));
    if (named == null && expression.startsWith("@")) {
      throw new IllegalArgumentException(
          "there is no '%s'; known are %s"
              .formatted(expression, NAMES.keySet().stream().sorted().toList()));
    }
    List<String> fields = Arrays.asList((named == null ? expression : named).split("\\s+"));
    if (fields.size() != 5 && fields.size() != 6) {
      throw new IllegalArgumentException(
          "'%s' has %d fields; cron has five, or six with seconds first"
              .formatted(expression, fields.size()));
    }
    int day = fields.size() - 3;
    // What Quartz writes for "no matter which day".
    for (int field : new int[] {day, day + 2}) {
      if (fields.get(field).equals("?")) {
        fields.set(field, "*");
      }
    }
    try {
      var parser = new CronParser(definition(fields.size() == 6));
      return ExecutionTime.forCron(parser.parse(String.join(" ", fields)).validate());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'%s' is not a cron expression: %s".formatted(expression, reason(e)), e);
    }
  }

  private static String reason(IllegalArgumentException e) {
    return String.valueOf(e.getMessage()).replaceFirst("^Failed to parse cron expression\\. ", "");
  }

  private static CronDefinition definition(boolean seconds) {
    CronDefinitionBuilder builder = CronDefinitionBuilder.defineCron();
    if (seconds) {
      builder = builder.withSeconds().withStrictRange().and();
    }
    return builder
        .withMinutes()
        .withStrictRange()
        .and()
        .withHours()
        .withStrictRange()
        .and()
        .withDayOfMonth()
        .withStrictRange()
        .and()
        .withMonth()
        .withStrictRange()
        .and()
        .withDayOfWeek()
        .withValidRange(0, 7)
        .withMondayDoWValue(1)
        .withIntMapping(7, 0)
        .withStrictRange()
        .and()
        .instance();
  }

  @Override
  public String toString() {
    return expression;
  }
}
