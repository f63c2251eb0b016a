package dev.tidemill.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StrayWatchTest {
  private static final long WORKER = 7;
  private static final long NOON = StoreClock.micros(Duration.ofHours(12));
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final StrayWatch watch = new StrayWatch();
  private Duration now = Duration.ofHours(1);

  @Test
  void while_it_is_cheap_every_look_begins_at_the_start() {
    look(Duration.ofMillis(10), NOON, NOON);
    now = now.plusSeconds(5);
    assertThat(watch.since(WORKER, now)).isZero();
  }

  @Test
  void after_a_costly_look_the_next_ones_begin_where_a_claim_could_still_have_been_under_way() {
    look(Duration.ofSeconds(2), NOON, NOON);
    now = now.plusSeconds(5);
    long since = watch.since(WORKER, now);
    assertThat(since)
        .isPositive()
        .isLessThanOrEqualTo(NOON - StoreClock.micros(MINUTE))
        .isGreaterThan(NOON - StoreClock.micros(MINUTE.multipliedBy(2)));
  }

  @Test
  void a_stray_is_found_again_until_it_is_gone() {
    long old = NOON - StoreClock.micros(Duration.ofHours(3));
    look(Duration.ofSeconds(2), NOON, old);
    now = now.plusSeconds(5);
    assertThat(watch.since(WORKER, now)).isEqualTo(old);
    // The second look is a partial one and finds it too.
    watch.looked(WORKER, old, NOON + 5, old, now, now);
    assertThat(watch.since(WORKER, now)).isEqualTo(old);
    watch.looked(WORKER, old, NOON + 10, NOON + 10, now, now);
    assertThat(watch.since(WORKER, now)).isGreaterThan(old);
  }

  @Test
  void costly_looks_take_a_twentieth_of_the_time() {
    look(Duration.ofSeconds(2), NOON, NOON);
    now = now.plusSeconds(39);
    assertThat(watch.since(WORKER, now)).isPositive();
    now = now.plusSeconds(2);
    assertThat(watch.since(WORKER, now)).isZero();
  }

  @Test
  void workers_are_apart() {
    look(Duration.ofSeconds(2), NOON, NOON);
    assertThat(watch.since(WORKER + 1, now)).isZero();
  }

  private void look(Duration cost, long at, long oldest) {
    Duration began = now;
    now = now.plus(cost);
    watch.looked(WORKER, 0, at, oldest, began, now);
  }
}
