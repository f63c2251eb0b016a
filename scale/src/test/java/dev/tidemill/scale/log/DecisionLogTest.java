package dev.tidemill.scale.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.jobs.store.TestStores;
import dev.tidemill.scale.control.Decision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("S6")
class DecisionLogTest {
  private final SimulatedTime time = new SimulatedTime();
  private final Decisions decisions = new Decisions();

  enum Database {
    POSTGRES(TestStores::postgres),
    SQLITE(TestStores::sqlite);

    private final Function<SimulatedTime, SqlStoreUnderTest> opening;

    Database(Function<SimulatedTime, SqlStoreUnderTest> opening) {
      this.opening = opening;
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_decision_comes_back_equal_and_gives_the_same_advice_again(Database database) {
    try (SqlStoreUnderTest store = database.opening.apply(time)) {
      DecisionLog log = log(store);
      for (int waiting : List.of(100, 40, -1, 0)) {
        Decision decision = decisions.round(waiting);
        StoredDecision stored = log.find(log.put(decision)).orElseThrow();
        assertThat(stored.decision()).isEqualTo(decision);
        assertThat(stored.decision().explain()).isEqualTo(decision.explain());
        assertThat(stored.decision().replays(Decisions.POLICY)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_newest_come_first_page_by_page_and_old_ones_go(Database database) {
    try (SqlStoreUnderTest store = database.opening.apply(time)) {
      DecisionLog log = log(store);
      var ids = new ArrayList<Long>();
      for (int i = 0; i < 5; i++) {
        ids.add(log.put(decisions.round(i * 10)));
        time.advance(Duration.ofDays(1));
      }
      assertThat(log.list(0, 2))
          .extracting(StoredDecision::id)
          .containsExactly(ids.get(4), ids.get(3));
      assertThat(log.list(ids.get(3), 10))
          .extracting(StoredDecision::id)
          .containsExactly(ids.get(2), ids.get(1), ids.get(0));
      assertThat(log.forget(Duration.ofDays(3).plusHours(1))).isEqualTo(2);
      assertThat(log.list(0, 10)).hasSize(3);
      assertThat(log.find(ids.getFirst())).isEmpty();
    }
  }

  private static DecisionLog log(SqlStoreUnderTest store) {
    return new SqlDecisionLog(new StoreTransactions(store.store(), Wakeups.NONE));
  }
}
