package dev.tidemill.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.schedule.cron.Fired;
import dev.tidemill.schedule.leader.Term;
import dev.tidemill.schedule.timing.Cron;
import dev.tidemill.schedule.timing.Every;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every place where fires happen promises. */
@Tag("C3")
public abstract class FiringContract {
  private static final Every MINUTE = new Every(Duration.ofMinutes(1));

  protected final ScheduleStore store;

  protected FiringContract(ScheduleStore store) {
    this.store = store;
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void a_fire_its_run_and_the_advance_come_together() {
    put(ScheduleStore.spec("s", MINUTE));
    assertThat(store.fire().started()).isZero();
    store.time.advance(Duration.ofMinutes(1));
    Fired fired = store.fire();
    assertThat(fired.started()).isEqualTo(1);
    assertThat(fired.next()).contains(Duration.ofMinutes(1));
    assertThat(store.sql.rows("fires"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("state", "started").containsKey("run_id"));
    assertThat(store.sql.count("jobs", Map.of("status", "pending", "payload", "{\"n\":1}")))
        .isEqualTo(1);
    assertThat(store.sql.count("run_events")).isEqualTo(1);
  }

  @Test
  void when_the_run_cannot_be_made_the_schedule_has_not_moved() {
    put(ScheduleStore.spec("s", MINUTE));
    List<Map<String, Object>> before = store.sql.rows("schedules");
    store.time.advance(Duration.ofMinutes(1));
    store.sql.execute("ALTER TABLE jobs RENAME TO jobs_away");
    assertThatThrownBy(store::fire).isNotNull();
    store.sql.execute("ALTER TABLE jobs_away RENAME TO jobs");
    assertThat(store.sql.rows("schedules")).isEqualTo(before);
    assertThat(store.sql.count("fires")).isZero();
    assertThat(store.sql.count("runs")).isZero();
    assertThat(store.fire().started()).isEqualTo(1);
  }

  @Test
  @Tag("C1")
  void many_leaders_at_once_fire_each_tick_once() throws Exception {
    for (int i = 0; i < 60; i++) {
      put(ScheduleStore.spec("s" + i, MINUTE).overlap(Overlap.ALLOW));
    }
    for (int round = 1; round <= 5; round++) {
      store.time.advance(Duration.ofMinutes(1));
      var calls = new ArrayList<Callable<Integer>>();
      for (int leader = 1; leader <= 4; leader++) {
        var term = new Term(leader);
        calls.add(() -> store.firing.fire(term, 25).started());
        calls.add(() -> store.firing.fire(term, 25).started());
      }
      int started = 0;
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (var answer : threads.invokeAll(calls)) {
          started += answer.get();
        }
      }
      for (Fired fired = store.fire(); fired.schedules() > 0; fired = store.fire()) {
        started += fired.started();
      }
      assertThat(started).isEqualTo(60);
    }
    assertThat(store.sql.count("fires")).isEqualTo(300);
    assertThat(store.sql.count("runs")).isEqualTo(300);
  }

  @Test
  void a_tick_that_has_fired_does_not_fire_again_even_if_the_schedule_were_set_back() {
    put(ScheduleStore.spec("s", MINUTE).overlap(Overlap.ALLOW));
    List<Map<String, Object>> before = store.sql.rows("schedules");
    store.time.advance(Duration.ofMinutes(1));
    store.fire();
    store.sql.set("schedules", "next_tick_at", before.getFirst().get("next_tick_at"));
    store.sql.set("schedules", "next_fire_at", before.getFirst().get("next_fire_at"));
    assertThat(store.fire().started()).isZero();
    assertThat(store.sql.count("runs")).isEqualTo(1);
    assertThat(store.fire().schedules()).isZero();
  }

  @Test
  @Tag("C2")
  void a_clock_that_is_set_forward_by_hours_makes_up_as_asked_for_and_back_fires_nothing_twice() {
    put(ScheduleStore.spec("s", new Cron("*/10 * * * *")).overlap(Overlap.ALLOW));
    store.pass(Duration.ofMinutes(30), Duration.ofMinutes(1));
    assertThat(ticks("s")).hasSize(3);
    store.time.jumpWallClock(Duration.ofHours(5).plusMinutes(5));
    store.fire();
    // One left out long ago, one for what was missed within the hour.
    assertThat(ticks("s")).hasSize(5);
    List<Instant> before = ticks("s");
    store.time.jumpWallClock(Duration.ofHours(-5));
    store.pass(Duration.ofHours(4), Duration.ofMinutes(5));
    assertThat(ticks("s")).isEqualTo(before);
    store.pass(Duration.ofHours(2), Duration.ofMinutes(5));
    assertThat(ticks("s")).doesNotHaveDuplicates().hasSizeGreaterThan(before.size());
  }

  @Test
  @Tag("C2")
  void while_a_run_is_open_ticks_are_skipped_and_after_it_they_fire_again() {
    put(ScheduleStore.spec("s", MINUTE));
    store.pass(Duration.ofMinutes(3), Duration.ofMinutes(1));
    assertThat(store.sql.count("runs")).isEqualTo(1);
    assertThat(store.sql.count("fires", Map.of("state", "skipped"))).isEqualTo(2);
    store.endRuns();
    store.pass(Duration.ofMinutes(1), Duration.ofMinutes(1));
    assertThat(store.sql.count("runs")).isEqualTo(2);
  }

  @Test
  @Tag("C2")
  void queued_fires_start_one_after_another_in_their_order() {
    put(ScheduleStore.spec("s", MINUTE).overlap(Overlap.QUEUE));
    store.pass(Duration.ofMinutes(3), Duration.ofMinutes(1));
    assertThat(store.sql.count("fires", Map.of("state", "queued"))).isEqualTo(2);
    assertThat(store.firing.startQueued(new Term(1), 10).started()).isZero();
    store.endRuns();
    assertThat(store.firing.startQueued(new Term(1), 10).started()).isEqualTo(1);
    assertThat(store.firing.startQueued(new Term(1), 10).started()).isZero();
    store.endRuns();
    assertThat(store.firing.startQueued(new Term(1), 10).started()).isEqualTo(1);
    assertThat(store.sql.count("runs")).isEqualTo(3);
    assertThat(store.sql.count("fires", Map.of("state", "queued"))).isZero();
  }

  @Test
  void a_schedule_that_cannot_be_read_is_in_nobodys_way() {
    put(ScheduleStore.spec("a", MINUTE));
    put(ScheduleStore.spec("b", MINUTE));
    store.sql.execute("UPDATE schedules SET spec = '{\"from\":\"the future\"}' WHERE name = 'a'");
    store.time.advance(Duration.ofMinutes(1));
    assertThat(store.fire().started()).isEqualTo(1);
    assertThat(store.fire().schedules()).isZero();
  }

  @Test
  @Tag("C2")
  void a_queued_fire_of_a_schedule_that_cannot_be_read_waits_and_is_in_nobodys_way() {
    for (String name : List.of("a", "b", "c")) {
      put(ScheduleStore.spec(name, MINUTE).overlap(Overlap.QUEUE));
    }
    store.pass(Duration.ofMinutes(2), Duration.ofMinutes(1));
    store.endRuns();
    store.sql.execute(
        "UPDATE schedules SET spec = '{\"from\":\"the future\"}' WHERE name IN ('a', 'b')");

    assertThat(store.firing.startQueued(new Term(1), 1).started()).isEqualTo(1);
    assertThat(store.firing.startQueued(new Term(1), 1).started()).isZero();
    assertThat(store.sql.count("fires", Map.of("state", "queued"))).isEqualTo(2);
  }

  @Test
  void what_is_over_is_forgotten_after_a_while_and_nothing_else() {
    put(ScheduleStore.spec("s", MINUTE));
    store.pass(Duration.ofMinutes(3), Duration.ofMinutes(1));
    store.time.advance(Duration.ofDays(40));
    assertThat(store.firing.forget(Duration.ofDays(30))).isEqualTo(2);
    assertThat(store.sql.rows("fires"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("state", "started"));
  }

  @Test
  void ten_thousand_of_one_minute_fire_in_batches_each_once() {
    store.sql.execute("DELETE FROM schedules");
    put(ScheduleStore.spec("s", new Cron("* * * * *")));
    copySchedule(10_000);
    store.time.advance(Duration.ofMinutes(1));
    int batches = 0;
    int started = 0;
    for (Fired fired = store.fire(); fired.schedules() > 0; fired = store.fire()) {
      started += fired.started();
      batches++;
    }
    assertThat(started).isEqualTo(10_000);
    assertThat(batches).isEqualTo(20);
    assertThat(store.sql.number("SELECT count(DISTINCT run_id) FROM fires")).isEqualTo(10_000);
    assertThat(store.sql.number("SELECT count(*) FROM jobs")).isEqualTo(10_000);
  }

  /** So many in all, alike but for their names. */
  private void copySchedule(int count) {
    store.sql.execute(
        "INSERT INTO schedules (tenant, name, status, spec, next_tick_at, next_fire_at, created_at,"
            + " updated_at) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
            + (count - 1)
            + ") SELECT tenant, name || '-' || i, status, spec, next_tick_at, next_fire_at, created_at,"
            + " updated_at FROM schedules, n");
  }

  private List<Instant> ticks(String name) {
    return store.schedules.history(name, null, 1000).stream().map(Fire::time).toList();
  }

  private void put(ScheduleSpec spec) {
    store.schedules.put(spec);
  }
}
