package dev.tidemill.schedule;

import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.schedule.timing.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it is asked for.
 *
 * @param within how long ago a missed tick may be to be made up for
 * @param jitter each tick fires up to so much later, always the same tick by the same time
 * @param start no tick before it; intervals are counted from it
 * @param end no tick after it
 * @param maxRuns how often it fires by itself; 0 means without end
 * @param run what each fire submits
 */
public record ScheduleSpec(
    String name,
    Timing timing,
    ZoneId zone,
    Misfire misfire,
    Duration within,
    Overlap overlap,
    Duration jitter,
    @Nullable Instant start,
    @Nullable Instant end,
    long maxRuns,
    RunSpec run) {

  /** A tick that fires no later than this is on time: a new leader needs a moment to take over. */
  public static final Duration LATE = Duration.ofSeconds(30);

  public static final Duration DEFAULT_WITHIN = Duration.ofHours(1);
  public static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private static final Duration MOST = Duration.ofDays(366);

  public ScheduleSpec {
    require(
        NAME.matcher(name).matches(),
        "name",
        "a name has letters, digits, '.', '_' and '-', at most 100");
    require(
        within.compareTo(LATE) >= 0 && within.compareTo(MOST) <= 0,
        "misfire_within",
        "missed ticks are made up for within 30s to 366d");
    require(
        !jitter.isNegative() && jitter.compareTo(Duration.ofDays(1)) <= 0,
        "jitter",
        "jitter is at most a day");
    require(maxRuns >= 0, "max_runs", "max_runs is at least 1; leave it out for no limit");
    start = start == null ? null : start.truncatedTo(ChronoUnit.MILLIS);
    end = end == null ? null : end.truncatedTo(ChronoUnit.MILLIS);
    require(
        start == null || end == null || start.isBefore(end), "end", "the end is after the start");
    require(
        run.idempotencyKey() == null,
        "run.idempotency_key",
        "each fire is a run of its own, so a schedule has no idempotency key");
  }

  /** With everything else as it is when nobody says otherwise. */
  public static ScheduleSpec of(String name, Timing timing, RunSpec run) {
    return new ScheduleSpec(
        name,
        timing,
        ZoneOffset.UTC,
        Misfire.ONCE,
        DEFAULT_WITHIN,
        Overlap.SKIP,
        Duration.ZERO,
        null,
        null,
        0,
        run);
  }

  public ScheduleSpec misfire(Misfire policy) {
    return misfire(policy, within);
  }

  public ScheduleSpec misfire(Misfire policy, Duration longest) {
    return new ScheduleSpec(
        name, timing, zone, policy, longest, overlap, jitter, start, end, maxRuns, run);
  }

  public ScheduleSpec overlap(Overlap policy) {
    return new ScheduleSpec(
        name, timing, zone, misfire, within, policy, jitter, start, end, maxRuns, run);
  }

  public ScheduleSpec jitter(Duration most) {
    return new ScheduleSpec(
        name, timing, zone, misfire, within, overlap, most, start, end, maxRuns, run);
  }

  public ScheduleSpec between(@Nullable Instant first, @Nullable Instant last) {
    return new ScheduleSpec(
        name, timing, zone, misfire, within, overlap, jitter, first, last, maxRuns, run);
  }

  public ScheduleSpec maxRuns(long most) {
    return new ScheduleSpec(
        name, timing, zone, misfire, within, overlap, jitter, start, end, most, run);
  }

  public ScheduleSpec timing(Timing other) {
    return new ScheduleSpec(
        name, other, zone, misfire, within, overlap, jitter, start, end, maxRuns, run);
  }

  public ScheduleSpec zone(ZoneId other) {
    return new ScheduleSpec(
        name, timing, other, misfire, within, overlap, jitter, start, end, maxRuns, run);
  }

  private static void require(boolean holds, String field, String message) {
    if (!holds) {
      throw Problem.of(ScheduleError.INVALID_SCHEDULE, message)
          .field(field)
          .next("nothing was changed")
          .exception();
    }
  }
}
