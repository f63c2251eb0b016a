package dev.tidemill.schedule.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.JobType;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.schedule.Misfire;
import dev.tidemill.schedule.Overlap;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.timing.Cron;
import dev.tidemill.schedule.timing.Every;
import dev.tidemill.schedule.timing.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whenever somebody looks, and however long nobody did. */
@Tag("C2")
class FirePlanProperties {
  private static final Instant ORIGIN = Instant.parse("2026-03-28T20:00:00Z");
  private static final RunSpec RUN =
      RunSpec.of("jobs", List.of(JobSpec.of(JobType.of("noop"), "{}")));

  @Property(tries = 300)
  void looked_at_often_enough_every_tick_starts_once_and_none_early(
      @ForAll("timings") Timing timing,
      @ForAll @IntRange(max = 120) int jitter,
      @ForAll @Size(min = 1, max = 30) List<@IntRange(min = 1, max = 29) Integer> waits) {
    var spec =
        ScheduleSpec.of("s", timing, RUN).overlap(Overlap.ALLOW).jitter(Duration.ofSeconds(jitter));
    var ticks = new Ticks(spec, jitter, ORIGIN);
    var started = new ArrayList<Instant>();
    FirePlan plan = FirePlan.from(ticks, ORIGIN, 0);
    Instant now = ORIGIN;
    for (int wait : waits) {
      now = now.plusSeconds(wait);
      plan = FirePlan.of(ticks, new Progress(plan.tick(), plan.fired(), true, 0), now);
      for (Decision fire : plan.fires()) {
        assertThat(fire.verdict()).isEqualTo(Decision.Verdict.START);
        assertThat(ticks.due(fire.tick())).isBeforeOrEqualTo(now);
        started.add(fire.tick());
      }
    }
    assertThat(started).isEqualTo(ticks.next(ORIGIN, started.size()));
    assertThat(plan.due()).isAfter(now);
  }

  @Property(tries = 300)
  void no_tick_is_decided_upon_twice_and_what_comes_next_lies_ahead(
      @ForAll("timings") Timing timing,
      @ForAll Misfire misfire,
      @ForAll Overlap overlap,
      @ForAll @IntRange(max = 900) int jitter,
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 20_000) Integer> waits) {
    var spec =
        ScheduleSpec.of("s", timing, RUN)
            .misfire(misfire)
            .overlap(overlap)
            .jitter(Duration.ofSeconds(jitter));
    var ticks = new Ticks(spec, 3, ORIGIN);
    FirePlan plan = FirePlan.from(ticks, ORIGIN, 0);
    Instant last = Instant.MIN;
    Instant now = ORIGIN;
    for (int wait : waits) {
      now = now.plusSeconds(wait);
      plan = FirePlan.of(ticks, new Progress(plan.tick(), plan.fired(), wait % 2 == 0, 0), now);
      for (Decision fire : plan.fires()) {
        assertThat(fire.tick()).isAfter(last);
        last = fire.tick();
      }
      assertThat(plan.tick()).isAfter(last);
      if (plan.fires().size() < FirePlan.MOST) {
        assertThat(plan.due()).isAfter(now);
      }
    }
  }

  @Property
  void jitter_is_always_the_same_and_never_more_than_asked_for(
      @ForAll long id,
      @ForAll @IntRange(min = 1, max = 86_400) int jitter,
      @ForAll @IntRange int n) {
    var spec =
        ScheduleSpec.of("s", new Every(Duration.ofMinutes(1)), RUN)
            .jitter(Duration.ofSeconds(jitter));
    Instant tick = ORIGIN.plus(Duration.ofMinutes(n));
    Instant due = new Ticks(spec, id, ORIGIN).due(tick);
    assertThat(due).isBetween(tick, tick.plusSeconds(jitter));
    assertThat(new Ticks(spec, id, ORIGIN.plusSeconds(5)).due(tick)).isEqualTo(due);
  }

  @Provide
  Arbitrary<Timing> timings() {
    return Arbitraries.of(
        new Every(Duration.ofSeconds(1)),
        new Every(Duration.ofSeconds(7)),
        new Every(Duration.ofMinutes(11)),
        new Cron("*/5 * * * * *"),
        new Cron("*/3 * * * *"),
        new Cron("0 * * * *"));
  }
}
