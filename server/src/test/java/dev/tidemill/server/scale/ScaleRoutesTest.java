package dev.tidemill.server.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.HttpCalls;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.store.SqlDocuments;
import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.jobs.store.TestStores;
import dev.tidemill.scale.PolicyName;
import dev.tidemill.scale.Scaling;
import dev.tidemill.scale.http.HttpScaling;
import dev.tidemill.scale.log.SqlDecisionLog;
import dev.tidemill.scale.policy.FixedPolicy;
import dev.tidemill.scale.policy.GroupBounds;
import dev.tidemill.scale.signal.SqlSignals;
import dev.tidemill.scale.store.SqlScaling;
import dev.tidemill.scale.store.StatusNote;
import dev.tidemill.server.access.WorkerTokenAccess;
import dev.tidemill.server.http.HttpService;
import dev.tidemill.server.http.HttpSettings;
import dev.tidemill.server.route.RouteTable;
import dev.tidemill.server.worker.JobsServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scaling over HTTP, on a database without a leader. */
@Tag("S1")
class ScaleRoutesTest {
  private static final String WORKER = "worker-token";
  private static final String ADMIN = "admin-token";

  private final SimulatedTime time = new SimulatedTime();
  private final SqlStoreUnderTest store = TestStores.sqlite(time);
  private final StoreTransactions transactions = new StoreTransactions(store.store(), Wakeups.NONE);
  private final Scaling scaling =
      new SqlScaling(
          transactions,
          new SqlSignals(transactions, Duration.ofMinutes(1)),
          new SqlDecisionLog(transactions),
          new StatusNote(new SqlDocuments(store.store())),
          PolicyName.FIXED,
          name -> new FixedPolicy(1, new GroupBounds(0, 5)),
          time);
  private final HttpService server = server();

  @AfterEach
  void stop() {
    server.stop();
    store.close();
  }

  @Test
  void signals_are_flat_and_have_an_age() {
    try (var http = http(ADMIN)) {
      ObjectNode signals = http.signals();
      assertThat(signals.path("waiting").isInt()).isTrue();
      assertThat(signals.path("exec_waiting").isInt()).isTrue();
      assertThat(signals.path("age_seconds").isNumber()).isTrue();
      assertThat(signals.path("saturation").isNull()).as("nobody is there").isTrue();
      assertThat(http.status().path("signals").size()).isGreaterThan(10);
    }
  }

  @Test
  void signals_that_cannot_be_read_are_an_error_and_not_zero() {
    store.away(true);
    try (var http = http(ADMIN)) {
      assertThatThrownBy(http::signals).isInstanceOf(TidemillException.class);
    } finally {
      store.away(false);
    }
  }

  @Test
  @Tag("S3")
  void an_adapter_asks_who_controls_with_the_token_of_workers() {
    try (var adapter = http(WORKER);
        var person = http(ADMIN)) {
      assertThat(adapter.control()).as("nobody yet").isEmpty();
      store.execute(
          "INSERT INTO leases (name, holder, term, expires_at)"
              + " VALUES ('scale', 'a/1@127.0.0.1:4711', 3, ${now} + 1000000)");
      assertThat(adapter.control())
          .contains(new Scaling.ControlAddress("a/1", "127.0.0.1:4711", 3));
      time.advance(Duration.ofSeconds(2));
      assertThat(adapter.control()).as("its lease is over").isEmpty();
      assertThatThrownBy(person::control).isInstanceOf(TidemillException.class);
      assertThatThrownBy(adapter::signals).isInstanceOf(TidemillException.class);
    }
  }

  @Test
  @Tag("S5")
  void the_workers_of_a_group_are_asked_together_and_others_are_left_alone() {
    register("g-0", "g");
    register("g-1", "g");
    register("alone", null);
    try (var calls = calls(WORKER)) {
      assertThat(drained(calls, "/drain")).containsExactly(true, true);
      assertThat(store.fleet().workers(false))
          .filteredOn(worker -> worker.drainRequested())
          .extracting(worker -> worker.name())
          .containsExactly("g-0", "g-1");
      assertThat(drained(calls, "/undrain")).containsExactly(false, false);
    }
  }

  @Test
  void wrong_input_names_the_field() {
    try (var calls = calls(ADMIN)) {
      for (String path :
          List.of(
              "simulate?policy=tagret",
              "simulate?last=soon",
              "simulate?last=99d",
              "decisions?limit=0",
              "decisions?after=x")) {
        assertThatThrownBy(() -> calls.get("/api/scale/" + path, Fields::names))
            .as(path)
            .isInstanceOfSatisfying(
                TidemillException.class, e -> assertThat(e.code().httpStatus()).isEqualTo(400));
      }
      assertThatThrownBy(() -> calls.get("/api/scale/decisions/x", Fields::names))
          .hasMessageContaining("no decision 'x'");
    }
  }

  private static List<Boolean> drained(HttpCalls calls, String what) {
    return calls.post(
        "/api/internal/adapter/groups/g" + what,
        list -> Listing.read(list, worker -> worker.flag("drain_requested")));
  }

  private void register(String name, @Nullable String group) {
    store
        .leases()
        .register(
            new WorkerHello(
                UUID.randomUUID().toString(),
                name,
                group,
                "host",
                1,
                "test",
                4,
                List.of(),
                List.of("work"),
                Duration.ofSeconds(15)));
  }

  private HttpScaling http(String token) {
    return new HttpScaling(address(token), JobsServer.CODES, CallLimits.DEFAULT);
  }

  private HttpCalls calls(String token) {
    return new HttpCalls(
        address(token), JobsServer.CODES, CallLimits.DEFAULT.connect(), CallLimits.DEFAULT.work());
  }

  private ServerAddress address(String token) {
    return ServerAddress.parse("http://127.0.0.1:" + server.port(), token);
  }

  private HttpService server() {
    HttpSettings settings = HttpSettings.on(HttpSettings.LOOPBACK, 0);
    var table =
        new RouteTable()
            .add(new ScaleRoutes(scaling).routes())
            .add(new AdapterRoutes(scaling, store.fleet()).routes());
    var service =
        new HttpService(
            settings, table, WorkerTokenAccess.of(settings, WORKER, ADMIN), new SystemTime());
    service.start();
    return service;
  }
}
