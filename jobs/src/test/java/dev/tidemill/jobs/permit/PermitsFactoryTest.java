package dev.tidemill.jobs.permit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.store.StoreUrl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("J8")
class PermitsFactoryTest {

  @ParameterizedTest
  @CsvSource({
    "memory:, postgresql://127.0.0.1:1/none, InProcessPermits",
    "store:, sqlite:none.db, InProcessPermits",
    "store:, postgresql://127.0.0.1:1/none, NotifyPermits",
    "nats://127.0.0.1:1, sqlite:none.db, NatsPermits"
  })
  void the_queue_and_the_store_decide_and_nobody_has_to_answer(
      String queue, String store, String expected) {
    try (Permits permits =
        PermitsFactory.open(QueueUrl.parse(queue), StoreUrl.parse(store), new SystemTime())) {
      assertThat(permits.getClass().getSimpleName()).isEqualTo(expected);
    }
  }
}
