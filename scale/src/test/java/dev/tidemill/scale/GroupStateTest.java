package dev.tidemill.scale;

import static dev.tidemill.scale.GroupState.DRAINING;
import static dev.tidemill.scale.GroupState.FAILED;
import static dev.tidemill.scale.GroupState.GONE;
import static dev.tidemill.scale.GroupState.RUNNING;
import static dev.tidemill.scale.GroupState.STARTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.state.TransitionCoverage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("S3")
class GroupStateTest {
  private static final TransitionCoverage<GroupState, GroupEvent> coverage =
      new TransitionCoverage<>(GroupState.TABLE);

  @AfterAll
  static void every_transition_was_exercised() {
    coverage.assertComplete();
  }

  @Test
  void a_group_starts_runs_drains_and_is_gone() {
    assertThat(after(STARTING, GroupEvent.READY)).isEqualTo(RUNNING);
    assertThat(after(RUNNING, GroupEvent.DRAIN)).isEqualTo(DRAINING);
    assertThat(after(DRAINING, GroupEvent.ENDED)).isEqualTo(GONE);
  }

  @Test
  void a_drain_can_be_taken_back() {
    assertThat(after(DRAINING, GroupEvent.UNDRAIN)).isEqualTo(RUNNING);
  }

  @Test
  void one_that_still_starts_can_be_drained() {
    assertThat(after(STARTING, GroupEvent.DRAIN)).isEqualTo(DRAINING);
  }

  @Test
  void what_ends_unasked_has_failed() {
    assertThat(after(STARTING, GroupEvent.ENDED)).isEqualTo(FAILED);
    assertThat(after(RUNNING, GroupEvent.ENDED)).isEqualTo(FAILED);
  }

  private static GroupState after(GroupState from, GroupEvent event) {
    GroupState to = GroupState.TABLE.require(from, event);
    coverage.record(from, event, to);
    return to;
  }
}
