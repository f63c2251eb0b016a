package dev.tidemill.jobs.permit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.permit.Permits.Permit;
import dev.tidemill.testkit.Servers;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NatsPermitsTest extends PermitsContract {
  private final TestNats nats = newTestNats();

  private static TestNats newTestNats() {
    try {
      return new TestNats(Servers.nats());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected Permits open() {
    return nats.open();
  }

  @Override
  protected Duration certainty() {
    return TestNats.ACK_WAIT.plusSeconds(2);
  }

  @AfterEach
  void remove() throws Exception {
    nats.management().deleteStream(nats.settings.stream());
    nats.close();
  }

  @Test
  void each_permit_goes_to_one_of_two_processes() throws Exception {
    try (Permits other = open()) {
      Taking here = Taking.waiting(permits, Queue.EXEC, LONG);
      Taking there = Taking.waiting(other, Queue.EXEC, LONG);
      awaitUntil(() -> nats.pulls(Queue.EXEC) == 2);
      permits.ring(Queue.EXEC);
      awaitUntil(() -> here.isDone() || there.isDone());
      Taking winner = here.isDone() ? here : there;
      winner.answer().orElseThrow().used();
      assertThat(here.isDone() && there.isDone()).isFalse();
      permits.ring(Queue.EXEC);
      assertThat((winner == here ? there : here).answer()).isPresent();
    }
  }

  @Test
  void the_broker_bounds_the_permits_and_a_full_queue_is_no_error() throws Exception {
    for (int i = 0; i < 3 * TestNats.MOST; i++) {
      long before = total(permits.counts(Queue.EXEC));
      permits.ring(Queue.EXEC);
      awaitUntil(() -> total(permits.counts(Queue.EXEC)) > before);
    }
    assertThat(permits.counts(Queue.EXEC))
        .isEqualTo(new RingCounts(TestNats.MOST, 2L * TestNats.MOST, 0));
    assertThat(nats.held(Queue.EXEC)).isEqualTo(TestNats.MOST);
    permits.ring(Queue.STAGE);
    assertThat(permits.take(Queue.STAGE, LONG)).isPresent();
  }

  @Test
  void a_million_rings_are_a_handful_of_messages() throws Exception {
    for (int i = 0; i < 1_000_000; i++) {
      permits.ring(Queue.EXEC);
    }
    awaitUntil(() -> permits.counts(Queue.EXEC).sent() > 0);
    assertThat(total(permits.counts(Queue.EXEC))).isLessThan(10_000);
    assertThat(nats.held(Queue.EXEC)).isBetween(1L, (long) TestNats.MOST);
  }

  @Test
  void a_doubled_permit_is_another_permit_and_no_more() throws Exception {
    permits.ring(Queue.EXEC);
    Permit first = permits.take(Queue.EXEC, LONG).orElseThrow();
    // Nobody ends it in time, so the broker hands it out a second time.
    Permit second = permits.take(Queue.EXEC, LONG).orElseThrow();
    second.used();
    first.used();
    first.giveBack();
    assertThat(permits.take(Queue.EXEC, certainty())).isEmpty();
    awaitUntil(() -> nats.held(Queue.EXEC) == 0);
  }

  @Test
  void many_processes_may_create_the_stream_at_once() throws Exception {
    nats.management().deleteStream(nats.settings.stream());
    List<Permits> all = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        all.add(nats.open(Servers.nats()));
      }
      all.forEach(TestNats::awaitAnswer);
      all.getFirst().ring(Queue.EXEC);
      assertThat(all.getLast().take(Queue.EXEC, LONG)).isPresent();
    } finally {
      all.forEach(Permits::close);
    }
  }

  @Test
  void a_stream_with_other_limits_is_used_as_it_is() throws Exception {
    permits.close();
    nats.management().deleteStream(nats.settings.stream());
    nats.management()
        .addStream(
            StreamConfiguration.builder()
                .name(nats.settings.stream())
                .subjects(nats.settings.prefix() + ".>")
                .retentionPolicy(RetentionPolicy.WorkQueue)
                .maxMessagesPerSubject(3)
                .build());
    try (Permits later = open()) {
      later.ring(Queue.EXEC);
      later.take(Queue.EXEC, LONG).orElseThrow().used();
      awaitUntil(() -> nats.held(Queue.EXEC) == 0);
    }
  }

  @Test
  void a_consumer_that_does_not_see_its_permits_is_replaced() throws Exception {
    permits.close();
    JetStreamManagement management = nats.management();
    String stream = nats.settings.stream();
    management.deleteStream(stream);
    management.addStream(
        StreamConfiguration.builder()
            .name(stream)
            .subjects(nats.settings.prefix() + ".>")
            .retentionPolicy(RetentionPolicy.WorkQueue)
            .build());
    management.addOrUpdateConsumer(
        stream,
        ConsumerConfiguration.builder()
            .durable(nats.settings.consumer(Queue.EXEC))
            .filterSubject(nats.settings.prefix() + ".elsewhere")
            .build());
    try (Permits later = open()) {
      later.ring(Queue.EXEC);
      assertThat(later.take(Queue.EXEC, LONG)).isPresent();
    }
  }

  private static long total(RingCounts counts) {
    return counts.sent() + counts.spare() + counts.dropped();
  }

  private static void awaitUntil(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(condition);
  }
}
