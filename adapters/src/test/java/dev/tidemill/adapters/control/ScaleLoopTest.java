package dev.tidemill.adapters.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.adapters.AdapterLimits;
import dev.tidemill.adapters.GroupReconciler;
import dev.tidemill.adapters.SteppedPlatform;
import dev.tidemill.adapters.link.AdapterLink;
import dev.tidemill.adapters.link.ControllerDialer;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.store.Migrations;
import dev.tidemill.jobs.store.SqlDocuments;
import dev.tidemill.jobs.store.SqlJobIntake;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.PolicyName;
import dev.tidemill.scale.Scaling;
import dev.tidemill.scale.Scaling.ControlAddress;
import dev.tidemill.scale.ScalingPolicy;
import dev.tidemill.scale.log.SqlDecisionLog;
import dev.tidemill.scale.log.StoredDecision;
import dev.tidemill.scale.policy.CapabilityPolicy;
import dev.tidemill.scale.policy.FixedPolicy;
import dev.tidemill.scale.policy.GroupBounds;
import dev.tidemill.scale.signal.SignalSource;
import dev.tidemill.scale.signal.SqlSignals;
import dev.tidemill.scale.store.SqlScaling;
import dev.tidemill.scale.store.StatusNote;
import dev.tidemill.wire.adapter.v1.Adapter;
import dev.tidemill.wire.adapter.v1.Hello;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that share a store, and an adapter that finds whoever is in charge. In real time. */
@Tag("S3")
class ScaleLoopTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final SystemTime time = new SystemTime();
  private final Store store;
  private final StoreTransactions transactions;
  private final SqlSignals sql;
  private final AtomicBoolean blind = new AtomicBoolean();
  private final AtomicInteger unread = new AtomicInteger();
  private final SteppedPlatform platform = new SteppedPlatform();
  private final List<ScaleServer> servers = new ArrayList<>();
  private final List<AutoCloseable> adapters = new ArrayList<>();

  ScaleLoopTest(@TempDir Path folder) {
    store = Store.open(StoreUrl.sqlite(folder.resolve("tidemill.db")), StoreClock.DATABASE, 4);
    new Migrations(store).migrate();
    transactions = new StoreTransactions(store, Wakeups.NONE);
    sql = new SqlSignals(transactions, Duration.ofMinutes(1));
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable adapter : adapters) {
      adapter.close();
    }
    servers.forEach(ScaleServer::close);
    store.close();
  }

  @Test
  void an_adapter_finds_the_one_of_two_servers_that_is_in_charge() {
    server("a", 2);
    server("b", 2);
    adapter("here", ScaleServer.TOKEN);
    await().atMost(LONG).until(() -> running().size() == 2);
    assertThat(servers.stream().filter(server -> server.loop.leads().isPresent())).hasSize(1);
  }

  @Test
  void one_that_ceases_to_lead_sends_adapters_on_and_the_next_adopts_what_there_is() {
    ScaleServer first = server("a", 2);
    await().atMost(LONG).until(() -> first.loop.leads().isPresent());
    server("b", 3);
    adapter("here", ScaleServer.TOKEN);
    await().atMost(LONG).until(() -> running().size() == 2);
    List<String> before = running();
    // Its port stays open: only that it no longer leads makes the adapter go.
    first.loop.stop();

    await().atMost(LONG).until(() -> running().size() == 3);
    assertThat(running()).as("nothing was started anew").containsAll(before);
  }

  @Test
  @Tag("A1")
  void an_adapter_without_the_token_gets_nothing() {
    server("a", 2);
    adapter("stranger", "guessed");
    adapter("nobody", null);
    await().atMost(LONG).until(() -> history().size() >= 1);
    await().during(Duration.ofSeconds(2)).atMost(LONG).until(() -> running().isEmpty());
    assertThat(status().path("adapters")).isEmpty();
  }

  @Test
  @Tag("S1")
  void signals_that_cannot_be_read_hold_everything() {
    new SqlJobIntake(store)
        .submit(RunSpec.of("test", Collections.nCopies(10, JobSpec.of(JobType.of("work"), "{}"))));
    server("a", new CapabilityPolicy(new GroupBounds(0, 10)));
    adapter("here", ScaleServer.TOKEN);
    await().atMost(LONG).until(() -> running().size() == 2);
    blind.set(true);
    // One round after the other: by then the last that could see has stored what it decided.
    await().atMost(LONG).until(() -> unread.get() > 0);
    int decided = history().size();
    List<String> before = running();
    await().during(Duration.ofSeconds(2)).atMost(LONG).until(() -> running().equals(before));
    assertThat(history()).hasSize(decided);
  }

  @Test
  @Tag("S6")
  void decisions_are_stored_when_they_say_something_new_and_can_be_replayed() {
    server("a", 2);
    adapter("here", ScaleServer.TOKEN);
    await().atMost(LONG).until(() -> running().size() == 2);
    await().atMost(LONG).until(() -> status().at("/adapters/0/groups").size() == 2);
    int stored = history().size();
    await().during(Duration.ofSeconds(2)).atMost(LONG).until(() -> history().size() == stored);

    List<StoredDecision> all = history();
    assertThat(all).hasSizeLessThan(10);
    assertThat(all).anySatisfy(one -> assertThat(one.words()).contains("here 0 -> 2 groups"));
    assertThat(all).allSatisfy(one -> assertThat(one.decision().replays(fixed(2))).isTrue());
    assertThat(status().at("/adapters/0/slots").asInt()).isEqualTo(8);
  }

  /** What is starting comes up meanwhile. */
  private List<String> running() {
    platform.progress();
    return platform.running();
  }

  private ScaleServer server(String name, int groups) {
    return server(name, fixed(groups));
  }

  private ScaleServer server(String name, ScalingPolicy policy) {
    SignalSource signals =
        () -> {
          if (blind.get()) {
            unread.incrementAndGet();
            throw new IllegalStateException("no answer");
          }
          return sql.read();
        };
    var server = new ScaleServer(name, store, transactions, policy, signals);
    servers.add(server.start());
    return server;
  }

  private static ScalingPolicy fixed(int groups) {
    return new FixedPolicy(groups, new GroupBounds(0, 10));
  }

  private void adapter(String id, @Nullable String token) {
    var dialer = new ControllerDialer(this::control, token);
    var hello =
        Hello.newBuilder()
            .setProtocolMin(1)
            .setProtocolMax(1)
            .setAdapter(
                Adapter.newBuilder()
                    .setId(id)
                    .setMaxGroups(5)
                    .setWorkersPerGroup(1)
                    .setSlotsPerWorker(8))
            .build();
    var link =
        new AdapterLink(
            dialer,
            hello,
            new GroupReconciler(new AdapterLimits(5, 1, CapabilitySet.NONE)),
            platform,
            time,
            Duration.ofMillis(200));
    link.start();
    adapters.add(
        () -> {
          link.stop();
          dialer.close();
        });
  }

  private Optional<ControlAddress> control() {
    return scaling().control();
  }

  private JsonNode status() {
    return scaling().status();
  }

  private List<StoredDecision> history() {
    return new SqlDecisionLog(transactions).list(0, 100);
  }

  private Scaling scaling() {
    return new SqlScaling(
        transactions,
        sql,
        new SqlDecisionLog(transactions),
        new StatusNote(new SqlDocuments(store)),
        PolicyName.FIXED,
        name -> fixed(2),
        time);
  }
}
