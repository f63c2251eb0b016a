package dev.tidemill.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TransitionTableTest {
  private enum Door {
    OPEN,
    CLOSED,
    WALLED_UP
  }

  private enum Hand {
    PUSH,
    PULL,
    BRICK
  }

  private static final TransitionTable<Door, Hand> TABLE =
      TransitionTable.startingAt("door", Door.OPEN, Hand.class)
          .on(Door.OPEN, Hand.PUSH, Door.CLOSED)
          .on(Door.CLOSED, Hand.PULL, Door.OPEN)
          .on(Door.CLOSED, Hand.BRICK, Door.WALLED_UP)
          .build();

  @Test
  void an_event_leads_where_the_table_says_and_nowhere_else() {
    assertThat(TABLE.next(Door.OPEN, Hand.PUSH)).contains(Door.CLOSED);
    assertThat(TABLE.next(Door.OPEN, Hand.BRICK)).isEmpty();
    assertThat(TABLE.sources(Hand.PULL)).containsExactly(Door.CLOSED);
  }

  @Test
  void an_event_that_is_not_allowed_names_machine_event_and_state() {
    assertThatThrownBy(() -> TABLE.require(Door.WALLED_UP, Hand.PULL))
        .hasMessage("door: PULL is not allowed in WALLED_UP");
  }

  @Test
  void a_state_without_a_way_out_is_terminal() {
    assertThat(TABLE.terminal(Door.WALLED_UP)).isTrue();
    assertThat(TABLE.terminal(Door.OPEN)).isFalse();
  }

  @Test
  void two_targets_for_one_event_are_refused() {
    var builder =
        TransitionTable.startingAt("door", Door.OPEN, Hand.class)
            .on(Door.OPEN, Hand.PUSH, Door.CLOSED)
            .on(Door.OPEN, Hand.PUSH, Door.WALLED_UP);
    assertThatThrownBy(builder::build).hasMessageContaining("ambiguous");
  }

  @Test
  void a_state_that_cannot_be_reached_is_refused() {
    var builder =
        TransitionTable.startingAt("door", Door.OPEN, Hand.class)
            .on(Door.OPEN, Hand.PUSH, Door.CLOSED);
    assertThatThrownBy(builder::build).hasMessage("door: no way leads to [WALLED_UP]");
  }

  @Test
  void the_diagram_shows_every_arrow() {
    assertThat(TABLE.mermaid())
        .contains("[*] --> open", "closed --> walled_up: brick", "walled_up --> [*]");
  }

  @Test
  void coverage_fails_on_a_transition_nobody_took() {
    var coverage = new TransitionCoverage<>(TABLE);
    coverage.record(Door.OPEN, Hand.PUSH, Door.CLOSED);
    coverage.record(Door.CLOSED, Hand.PULL, Door.OPEN);
    assertThatThrownBy(coverage::assertComplete)
        .hasMessageContaining("CLOSED --BRICK--> WALLED_UP");
    coverage.record(Door.CLOSED, Hand.BRICK, Door.WALLED_UP);
    coverage.assertComplete();
  }

  @Test
  void coverage_fails_on_a_transition_the_table_does_not_have() {
    var coverage = new TransitionCoverage<>(TABLE);
    assertThatThrownBy(() -> coverage.record(Door.WALLED_UP, Hand.PULL, Door.OPEN))
        .isInstanceOf(AssertionError.class);
  }
}
