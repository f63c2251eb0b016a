package dev.tidemill.schedule;

import static dev.tidemill.schedule.ScheduleState.ACTIVE;
import static dev.tidemill.schedule.ScheduleState.COMPLETED;
import static dev.tidemill.schedule.ScheduleState.EXPIRED;
import static dev.tidemill.schedule.ScheduleState.PAUSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.state.TransitionCoverage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C2")
class ScheduleStateTest {
  private static final TransitionCoverage<ScheduleState, ScheduleEvent> coverage =
      new TransitionCoverage<>(ScheduleState.TABLE);

  @AfterAll
  static void every_transition_was_exercised() {
    coverage.assertComplete();
  }

  @Test
  void a_paused_schedule_can_be_resumed() {
    assertThat(after(ACTIVE, ScheduleEvent.PAUSE)).isEqualTo(PAUSED);
    assertThat(after(PAUSED, ScheduleEvent.RESUME)).isEqualTo(ACTIVE);
  }

  @Test
  void a_schedule_ends_by_time_or_by_count_also_while_paused() {
    for (ScheduleState from : new ScheduleState[] {ACTIVE, PAUSED}) {
      assertThat(after(from, ScheduleEvent.END_PASSED)).isEqualTo(EXPIRED);
      assertThat(after(from, ScheduleEvent.RUNS_SPENT)).isEqualTo(COMPLETED);
    }
  }

  @Test
  void what_has_ended_stays_ended() {
    for (ScheduleEvent event : ScheduleEvent.values()) {
      assertThat(ScheduleState.TABLE.next(EXPIRED, event)).isEmpty();
      assertThat(ScheduleState.TABLE.next(COMPLETED, event)).isEmpty();
    }
  }

  private static ScheduleState after(ScheduleState from, ScheduleEvent event) {
    ScheduleState to = ScheduleState.TABLE.require(from, event);
    coverage.record(from, event, to);
    return to;
  }
}
