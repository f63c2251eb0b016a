package dev.tidemill.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.schedule.Schedules.Change;
import dev.tidemill.schedule.timing.Cron;
import dev.tidemill.schedule.timing.Every;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every way to schedules promises. */
@Tag("C2")
public abstract class SchedulesContract {
  private static final Every MINUTE = new Every(Duration.ofMinutes(1));

  protected final ScheduleStore store;

  protected SchedulesContract(ScheduleStore store) {
    this.store = store;
  }

  /** The way under test. */
  protected abstract Schedules schedules();

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void a_schedule_comes_back_as_it_was_asked_for() {
    ScheduleSpec spec =
        ScheduleStore.spec("nightly", new Cron("0 30 2 * * MON-FRI"))
            .zone(ZoneId.of("Europe/Berlin"))
            .misfire(Misfire.ALL, Duration.ofHours(3))
            .overlap(Overlap.QUEUE)
            .jitter(Duration.ofSeconds(90))
            .between(now().plusSeconds(60), now().plus(Duration.ofDays(90)))
            .maxRuns(12);
    Schedules.Applied applied = schedules().put(spec);
    assertThat(applied.change()).isEqualTo(Change.CREATED);
    ScheduleView found = schedules().find("nightly").orElseThrow();
    assertThat(found).isEqualTo(applied.schedule());
    assertThat(found.spec()).isEqualTo(spec);
    assertThat(found.state()).isEqualTo(ScheduleState.ACTIVE);
    assertThat(found.nextFire()).isAfter(now());
  }

  @Test
  void asking_for_the_same_again_changes_nothing_least_of_all_its_rhythm() {
    ScheduleView first = put(ScheduleStore.spec("s", MINUTE)).schedule();
    store.time.advance(Duration.ofSeconds(40));
    Schedules.Applied again = put(ScheduleStore.spec("s", MINUTE));
    assertThat(again.change()).isEqualTo(Change.UNCHANGED);
    assertThat(again.schedule()).isEqualTo(first);
  }

  @Test
  void a_changed_interval_still_counts_from_the_beginning() {
    Instant created = put(ScheduleStore.spec("s", MINUTE)).schedule().createdAt();
    store.time.advance(Duration.ofSeconds(100));
    Schedules.Applied changed = put(ScheduleStore.spec("s", new Every(Duration.ofSeconds(45))));
    assertThat(changed.change()).isEqualTo(Change.CHANGED);
    assertThat(changed.schedule().nextFire()).isEqualTo(created.plusSeconds(135));
  }

  @Test
  void a_changed_payload_leaves_the_next_fire_where_it_was() {
    ScheduleView first = put(ScheduleStore.spec("s", MINUTE)).schedule();
    store.time.advance(Duration.ofSeconds(90));
    ScheduleSpec other =
        ScheduleSpec.of("s", MINUTE, ScheduleStore.RUN.deadline(Duration.ofHours(1)));
    assertThat(put(other).schedule().nextFire()).isEqualTo(first.nextFire());
  }

  @Test
  void all_are_listed_by_name_also_those_that_are_paused_or_have_ended() {
    put(ScheduleStore.spec("c", MINUTE));
    put(ScheduleStore.spec("a", MINUTE));
    put(ScheduleStore.spec("b", MINUTE).between(null, now().plusSeconds(10)));
    schedules().pause("a");
    store.pass(Duration.ofSeconds(20), Duration.ofSeconds(5));
    assertThat(schedules().list("", 10))
        .extracting(ScheduleView::name, ScheduleView::state)
        .containsExactly(
            tuple("a", ScheduleState.PAUSED),
            tuple("b", ScheduleState.EXPIRED),
            tuple("c", ScheduleState.ACTIVE));
    assertThat(schedules().list("a", 1)).extracting(ScheduleView::name).containsExactly("b");
  }

  @Test
  void a_paused_schedule_fires_nothing_and_resumes_without_making_up() {
    put(ScheduleStore.spec("s", MINUTE));
    assertThat(schedules().pause("s").state()).isEqualTo(ScheduleState.PAUSED);
    assertThat(schedules().pause("s").nextFire()).isNull();
    store.pass(Duration.ofMinutes(10), Duration.ofSeconds(30));
    assertThat(schedules().history("s", null, 10)).isEmpty();
    assertThat(schedules().next("s", 3)).isEmpty();
    ScheduleView resumed = schedules().resume("s");
    assertThat(resumed.state()).isEqualTo(ScheduleState.ACTIVE);
    assertThat(resumed.nextFire()).isEqualTo(now().plusSeconds(60));
    assertThat(schedules().resume("s")).isEqualTo(resumed);
  }

  @Test
  void one_that_ended_while_it_was_paused_has_ended_when_it_is_resumed() {
    put(ScheduleStore.spec("s", MINUTE).between(null, now().plusSeconds(90)));
    schedules().pause("s");
    store.time.advance(Duration.ofHours(1));
    assertThat(schedules().resume("s").state()).isEqualTo(ScheduleState.EXPIRED);
    assertRefused(ScheduleError.SCHEDULE_ENDED, () -> schedules().pause("s"));
    assertRefused(ScheduleError.SCHEDULE_ENDED, () -> schedules().resume("s"));
  }

  @Test
  void one_that_had_ended_and_is_changed_begins_anew() {
    put(ScheduleStore.spec("s", MINUTE).maxRuns(1));
    store.pass(Duration.ofMinutes(2), Duration.ofSeconds(30));
    assertThat(schedules().find("s").orElseThrow().state()).isEqualTo(ScheduleState.COMPLETED);
    ScheduleView again = put(ScheduleStore.spec("s", MINUTE).maxRuns(2)).schedule();
    assertThat(again.state()).isEqualTo(ScheduleState.ACTIVE);
    assertThat(again.fired()).isZero();
  }

  @Test
  void a_trigger_starts_a_run_at_once_and_leaves_the_rhythm_alone() {
    ScheduleView before = put(ScheduleStore.spec("s", MINUTE).maxRuns(1)).schedule();
    schedules().pause("s");
    Fire first = schedules().trigger("s");
    Fire second = schedules().trigger("s");
    assertThat(first.byHand()).isTrue();
    assertThat(first.status()).isEqualTo(RunStatus.PENDING);
    assertThat(first.run()).isNotNull().isNotEqualTo(second.run());
    assertThat(schedules().history("s", null, 10)).containsExactly(second, first);
    assertThat(schedules().resume("s").nextFire()).isEqualTo(before.nextFire());
    assertThat(store.sql.count("runs")).isEqualTo(2);
  }

  @Test
  void history_is_newest_first_and_goes_on_where_a_page_ended() {
    put(ScheduleStore.spec("s", MINUTE).overlap(Overlap.ALLOW));
    store.pass(Duration.ofMinutes(5), Duration.ofSeconds(30));
    List<Fire> page = schedules().history("s", null, 3);
    assertThat(page).hasSize(3).isSortedAccordingTo((a, b) -> b.time().compareTo(a.time()));
    assertThat(schedules().history("s", page.getLast().time(), 10)).hasSize(2);
  }

  @Test
  void the_next_fires_are_known_beforehand_and_end_with_the_schedule() {
    put(ScheduleStore.spec("s", MINUTE).maxRuns(2));
    assertThat(schedules().next("s", 5))
        .containsExactly(now().plusSeconds(60), now().plusSeconds(120));
  }

  @Test
  void a_deleted_schedule_is_gone_with_its_history_and_its_runs_stay() {
    put(ScheduleStore.spec("s", MINUTE));
    store.pass(Duration.ofMinutes(2), Duration.ofSeconds(30));
    schedules().delete("s");
    assertThat(schedules().find("s")).isEmpty();
    assertThat(store.sql.count("fires")).isZero();
    assertThat(store.sql.count("runs")).isEqualTo(1);
    store.pass(Duration.ofMinutes(2), Duration.ofSeconds(30));
    assertThat(store.sql.count("runs")).isEqualTo(1);
  }

  @Test
  void what_is_not_there_is_not_found() {
    assertThat(schedules().find("nobody")).isEmpty();
    assertRefused(CoreError.NOT_FOUND, () -> schedules().pause("nobody"));
    assertRefused(CoreError.NOT_FOUND, () -> schedules().resume("nobody"));
    assertRefused(CoreError.NOT_FOUND, () -> schedules().trigger("nobody"));
    assertRefused(CoreError.NOT_FOUND, () -> schedules().delete("nobody"));
    assertRefused(CoreError.NOT_FOUND, () -> schedules().history("nobody", null, 1));
    assertRefused(CoreError.NOT_FOUND, () -> schedules().next("nobody", 1));
  }

  private Schedules.Applied put(ScheduleSpec spec) {
    return schedules().put(spec);
  }

  private Instant now() {
    return store.time.now();
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(TidemillException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
