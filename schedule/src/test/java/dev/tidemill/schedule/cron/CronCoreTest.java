package dev.tidemill.schedule.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C2")
class CronCoreTest {
  private final CronCore core = new CronCore(Duration.ZERO);

  @Test
  void it_begins_by_firing_what_is_due_and_goes_on_until_nothing_is() {
    assertThat(core.step(at(0))).isEqualTo(new CronAction.Fire(CronCore.BATCH));
    core.fired(at(10), batch(500, Optional.of(Duration.ZERO)));
    assertThat(core.step(at(10))).isInstanceOf(CronAction.Fire.class);
    core.fired(at(20), batch(0, Optional.empty()));
    assertThat(core.step(at(20))).isInstanceOf(CronAction.StartQueued.class);
    core.startedQueued(at(20), batch(0, Optional.empty()));
    assertThat(core.step(at(20))).isEqualTo(new CronAction.Wait(CronCore.LOOK));
  }

  @Test
  void it_wakes_when_the_next_tick_is_due() {
    idle(Optional.of(Duration.ofMillis(300)));
    assertThat(core.step(at(0))).isEqualTo(new CronAction.Wait(Duration.ofMillis(300)));
    assertThat(core.step(at(300))).isInstanceOf(CronAction.Fire.class);
  }

  @Test
  void it_looks_once_a_second_since_schedules_are_made_elsewhere_too() {
    idle(Optional.of(Duration.ofHours(5)));
    assertThat(core.step(at(0))).isEqualTo(new CronAction.Wait(CronCore.LOOK));
  }

  @Test
  void what_another_is_busy_with_is_not_asked_for_without_a_pause() {
    idle(Optional.of(Duration.ZERO));
    assertThat(core.step(at(0)))
        .isInstanceOfSatisfying(
            CronAction.Wait.class, wait -> assertThat(wait.time()).isPositive());
  }

  @Test
  void after_a_failure_it_waits_a_moment_and_tries_again() {
    core.failed(at(0));
    assertThat(core.step(at(0))).isInstanceOf(CronAction.Wait.class);
    assertThat(core.step(at(1000))).isInstanceOf(CronAction.Fire.class);
  }

  @Test
  void now_and_then_it_forgets() {
    Duration later = Duration.ofMinutes(10);
    core.fired(later, batch(0, Optional.empty()));
    core.startedQueued(later, batch(0, Optional.empty()));
    assertThat(core.step(later)).isEqualTo(new CronAction.Forget(CronCore.KEEP));
    core.forgot(later);
    assertThat(core.step(later)).isInstanceOf(CronAction.Wait.class);
  }

  private void idle(Optional<Duration> next) {
    core.fired(at(0), batch(0, next));
    core.startedQueued(at(0), batch(0, Optional.empty()));
  }

  private static Fired batch(int schedules, Optional<Duration> next) {
    return new Fired(schedules, schedules, 0, 0, next);
  }

  private static Duration at(long millis) {
    return Duration.ofMillis(millis);
  }
}
