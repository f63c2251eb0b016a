package dev.tidemill.scale.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.scale.control.Decision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("S6")
class DecisionRecorderTest {
  private final SimulatedTime time = new SimulatedTime();
  private final Kept kept = new Kept();
  private final DecisionRecorder recorder = new DecisionRecorder(kept, Duration.ofDays(1), time);
  private final Decisions decisions = new Decisions();

  @Test
  void rounds_that_say_the_same_are_stored_once() {
    round(0, 20);
    assertThat(kept.all).hasSize(1);
  }

  @Test
  void what_is_asked_of_adapters_is_always_stored() {
    round(0, 3);
    round(100, 1);
    assertThat(kept.all).hasSize(2);
    assertThat(kept.all.getLast().changes()).isNotEmpty();
  }

  @Test
  void a_signal_that_is_lost_is_told_and_so_is_its_return() {
    round(0, 3);
    round(-1, 3);
    round(0, 3);
    assertThat(kept.all).hasSize(3);
    assertThat(kept.all.get(1).explain()).contains("held, because demand is unknown: no answer");
  }

  @Test
  void now_and_then_a_quiet_round_shows_that_somebody_decides() {
    round(0, 3);
    time.advance(Duration.ofMinutes(10));
    round(0, 3);
    assertThat(kept.all).hasSize(2);
  }

  @Test
  void what_could_not_be_stored_is_stored_later_in_its_order() {
    round(0, 1);
    kept.away = true;
    assertThatThrownBy(() -> round(100, 1)).hasMessageContaining("away");
    assertThatThrownBy(() -> round(-1, 1)).hasMessageContaining("away");
    kept.away = false;
    round(-1, 1);
    assertThat(kept.all).extracting(Decision::number).containsExactly(1L, 2L, 3L);
  }

  private void round(int waiting, int times) {
    for (int i = 0; i < times; i++) {
      time.advance(Duration.ofSeconds(5));
      recorder.decided(decisions.round(waiting));
    }
  }

  private static final class Kept implements DecisionLog {
    private final List<Decision> all = new ArrayList<>();
    private boolean away;

    @Override
    public long put(Decision decision) {
      if (away) {
        throw new IllegalStateException("away");
      }
      all.add(decision);
      return all.size();
    }

    @Override
    public List<StoredDecision> list(long before, int limit) {
      return List.of();
    }

    @Override
    public Optional<StoredDecision> find(long id) {
      return Optional.empty();
    }

    @Override
    public int forget(Duration age) {
      return 0;
    }
  }
}
