package dev.tidemill.schedule.plan;

import static dev.tidemill.schedule.plan.Decision.Verdict.QUEUE;
import static dev.tidemill.schedule.plan.Decision.Verdict.SKIP;
import static dev.tidemill.schedule.plan.Decision.Verdict.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.JobType;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.schedule.Misfire;
import dev.tidemill.schedule.Overlap;
import dev.tidemill.schedule.ScheduleEvent;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.timing.Every;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C2")
class FirePlanTest {
  private static final Instant START_OF_DAY = Instant.parse("2026-01-01T00:00:00Z");
  private static final ScheduleSpec MINUTELY =
      ScheduleSpec.of(
          "m",
          new Every(Duration.ofMinutes(1)),
          RunSpec.of("jobs", List.of(JobSpec.of(JobType.of("noop"), "{}"))));

  @Test
  void a_tick_on_time_starts_and_the_next_is_known() {
    FirePlan plan = plan(MINUTELY, at(1), at(1));
    assertThat(verdicts(plan)).containsExactly(START);
    assertThat(plan.tick()).isEqualTo(at(2));
    assertThat(plan.due()).isEqualTo(at(2));
    assertThat(plan.fired()).isEqualTo(1);
  }

  @Test
  void nothing_fires_before_its_time() {
    assertThat(plan(MINUTELY, at(5), at(5).minusMillis(1)).fires()).isEmpty();
  }

  @Test
  void missed_ticks_become_one_run_by_default_and_one_on_time_its_own() {
    FirePlan plan = plan(MINUTELY.overlap(Overlap.ALLOW), at(1), at(10).plusSeconds(5));
    assertThat(plan.fires()).extracting(Decision::tick).containsExactly(at(1), at(10));
    assertThat(verdicts(plan)).containsExactly(START, START);
    assertThat(plan.tick()).isEqualTo(at(11));
  }

  @Test
  void what_was_missed_longer_ago_than_an_hour_is_left_out_and_leaves_a_trace() {
    FirePlan plan = plan(MINUTELY.overlap(Overlap.ALLOW), at(1), at(100));
    assertThat(plan.fires()).extracting(Decision::tick).containsExactly(at(1), at(40), at(100));
    assertThat(verdicts(plan)).containsExactly(SKIP, START, START);
  }

  @Test
  void with_skip_missed_ticks_are_left_out_and_one_on_time_still_fires() {
    FirePlan plan = plan(MINUTELY.misfire(Misfire.SKIP), at(1), at(10));
    assertThat(plan.fires()).extracting(Decision::tick).containsExactly(at(1), at(10));
    assertThat(verdicts(plan)).containsExactly(SKIP, START);
  }

  @Test
  void with_all_each_missed_tick_gets_its_run() {
    FirePlan plan = plan(MINUTELY.misfire(Misfire.ALL).overlap(Overlap.ALLOW), at(1), at(30));
    assertThat(plan.fires()).hasSize(30).allMatch(fire -> fire.verdict() == START);
  }

  @Test
  void a_years_absence_is_decided_in_bounded_steps() {
    ScheduleSpec all =
        ScheduleSpec.of("s", new Every(Duration.ofSeconds(1)), MINUTELY.run())
            .misfire(Misfire.ALL)
            .overlap(Overlap.ALLOW);
    Instant now = START_OF_DAY.plus(Duration.ofDays(365));
    FirePlan plan = plan(all, START_OF_DAY.plusSeconds(1), now);
    assertThat(plan.fires()).hasSize(FirePlan.MOST);
    assertThat(plan.due()).isBefore(now);
  }

  @Test
  void while_a_run_is_open_the_tick_is_skipped_allowed_or_queued() {
    assertThat(verdicts(whileOpen(Overlap.SKIP, 0))).containsExactly(SKIP);
    assertThat(verdicts(whileOpen(Overlap.ALLOW, 0))).containsExactly(START);
    assertThat(verdicts(whileOpen(Overlap.QUEUE, 0))).containsExactly(QUEUE);
    assertThat(verdicts(whileOpen(Overlap.QUEUE, FirePlan.MOST_QUEUED))).containsExactly(SKIP);
  }

  @Test
  void what_waits_is_not_overtaken() {
    var progress = new Progress(at(1), 0, false, 1);
    assertThat(verdicts(FirePlan.of(ticks(MINUTELY.overlap(Overlap.QUEUE)), progress, at(1))))
        .containsExactly(QUEUE);
  }

  @Test
  void after_its_last_run_it_is_spent() {
    FirePlan plan = plan(MINUTELY.maxRuns(1), at(1), at(1));
    assertThat(plan.ended()).isEqualTo(ScheduleEvent.RUNS_SPENT);
    assertThat(plan.due()).isNull();
  }

  @Test
  void a_skipped_tick_is_not_a_run() {
    FirePlan plan = FirePlan.of(ticks(MINUTELY.maxRuns(1)), new Progress(at(1), 0, true, 0), at(1));
    assertThat(plan.ended()).isNull();
    assertThat(plan.fired()).isZero();
  }

  @Test
  void after_its_last_tick_it_waits_for_its_end_and_then_has_expired() {
    ScheduleSpec ending = MINUTELY.between(null, at(1).plusSeconds(30));
    FirePlan plan = plan(ending, at(1), at(1));
    assertThat(verdicts(plan)).containsExactly(START);
    assertThat(plan.tick()).isNull();
    assertThat(plan.due()).isEqualTo(ending.end());
    FirePlan last = FirePlan.of(ticks(ending), new Progress(null, 1, false, 0), at(2));
    assertThat(last.ended()).isEqualTo(ScheduleEvent.END_PASSED);
  }

  @Test
  void the_start_is_the_first_tick_and_intervals_are_counted_from_it() {
    ScheduleSpec later = MINUTELY.between(at(10).plusSeconds(7), null);
    assertThat(ticks(later).next(START_OF_DAY, 2))
        .containsExactly(at(10).plusSeconds(7), at(11).plusSeconds(7));
  }

  private static FirePlan whileOpen(Overlap overlap, int queued) {
    return FirePlan.of(
        ticks(MINUTELY.overlap(overlap)), new Progress(at(1), 0, true, queued), at(1));
  }

  private static FirePlan plan(ScheduleSpec spec, Instant tick, Instant now) {
    return FirePlan.of(ticks(spec), new Progress(tick, 0, false, 0), now);
  }

  private static Ticks ticks(ScheduleSpec spec) {
    return new Ticks(spec, 7, START_OF_DAY);
  }

  private static List<Decision.Verdict> verdicts(FirePlan plan) {
    return plan.fires().stream().map(Decision::verdict).toList();
  }

  private static Instant at(int minute) {
    return START_OF_DAY.plus(Duration.ofMinutes(minute));
  }
}
