package dev.tidemill.server.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.HttpJobIntake;
import dev.tidemill.jobs.http.HttpJobLeases;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.jobs.json.LeaseJson;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.TestStores;
import dev.tidemill.server.ServerError;
import dev.tidemill.testkit.TcpProxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a worker without a database goes through when its server does. */
@Tag("J12")
class WorkerApiOutageTest {
  private static final CallLimits SHORT =
      new CallLimits(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(1));
  private static final CallLimits UNEQUAL =
      new CallLimits(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(30));

  private final SqlStoreUnderTest sql = TestStores.sqlite(new SimulatedTime());

  @AfterEach
  void closeTheStore() {
    sql.close();
  }

  @Test
  void a_restarted_server_is_used_again_and_knows_every_lease() {
    int port;
    WorkerLease lease;
    ClaimedJob job;
    submit();
    try (var leases = new LateClient()) {
      try (JobsServer first = JobsServer.start(HttpStoreUnderTest.seams(sql))) {
        port = first.port();
        leases.connect(first.url());
        lease = leases.client().register(hello());
        beat(leases.client(), lease);
        job = leases.client().claim(lease, one()).getFirst();
      }
      assertFails(CoreError.UNAVAILABLE, () -> beat(leases.client(), lease));
      assertFails(
          CoreError.UNAVAILABLE,
          () -> leases.client().settle(lease, List.of(Settlement.done(job.claim()))));
      try (JobsServer second =
          JobsServer.start(port, HttpStoreUnderTest.seams(sql), JobsServer.Tokens.NONE)) {
        assertThat(second.port()).isEqualTo(port);
        assertThat(
                leases
                    .client()
                    .heartbeat(lease, Heartbeat.holding(List.of(job.claim())))
                    .leaseLost())
            .isFalse();
        assertThat(leases.client().settle(lease, List.of(Settlement.done(job.claim()))))
            .containsExactly(SettleAnswer.ACCEPTED);
      }
    }
  }

  @Test
  void a_settlement_whose_answer_was_cut_off_is_already_yours_the_second_time() {
    submit();
    try (JobsServer server = JobsServer.start(HttpStoreUnderTest.seams(sql));
        TcpProxy network = TcpProxy.inFrontOf(server.url());
        var leases = client(network.url(), SHORT)) {
      WorkerLease lease = leases.register(hello());
      beat(leases, lease);
      ClaimedJob job = leases.claim(lease, one()).getFirst();
      network.dropAnswers();
      List<Settlement> done = List.of(Settlement.done(job.claim()));
      assertFails(CoreError.TIMED_OUT, () -> leases.settle(lease, done));
      network.heal();
      assertThat(leases.settle(lease, done)).containsExactly(SettleAnswer.ALREADY_YOURS);
      assertThat(sql.intake().find(job.run()).orElseThrow().status())
          .isEqualTo(RunStatus.COMPLETED);
    }
  }

  @Test
  void a_server_that_vanished_costs_a_heartbeat_its_limit_and_no_more() {
    try (JobsServer server = JobsServer.start(HttpStoreUnderTest.seams(sql));
        TcpProxy network = TcpProxy.inFrontOf(server.url());
        var leases = client(network.url(), SHORT)) {
      WorkerLease lease = leases.register(hello());
      network.blackhole();
      assertThatThrownBy(() -> beat(leases, lease))
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> assertThat(e.problem().cause()).isEqualTo("no answer within 1000 ms"));
      network.heal();
      assertThat(leases.heartbeat(lease, Heartbeat.holding(List.of())).leaseLost()).isFalse();
    }
  }

  @Test
  void a_connection_that_was_cut_is_replaced() {
    try (JobsServer server = JobsServer.start(HttpStoreUnderTest.seams(sql));
        TcpProxy network = TcpProxy.inFrontOf(server.url());
        var leases = client(network.url(), SHORT)) {
      WorkerLease lease = leases.register(hello());
      network.cut();
      try {
        beat(leases, lease);
      } catch (TidemillException e) {
        assertThat(e.code()).isEqualTo(CoreError.UNAVAILABLE);
      }
      beat(leases, lease);
    }
  }

  @Test
  void a_claim_that_is_stuck_delays_no_heartbeat() throws Exception {
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var stuck = new StuckClaims(sql.leases(), begun, release);
    JobsServer.Seams seams = HttpStoreUnderTest.seams(sql);
    try (JobsServer server =
            JobsServer.start(
                new JobsServer.Seams(seams.intake(), stuck, seams.fleet(), seams.store()));
        var leases = client(server.url(), UNEQUAL)) {
      WorkerLease lease = leases.register(hello());
      Thread claiming = Thread.ofVirtual().start(() -> leases.claim(lease, one()));
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
      for (int i = 0; i < 20; i++) {
        beat(leases, lease);
      }
      assertThat(release.getCount()).as("the claim is still stuck").isEqualTo(1);
      release.countDown();
      assertThat(claiming.join(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  @Tag("X1")
  void a_wrong_token_is_told_apart_from_one_of_the_wrong_kind() {
    var tokens = new JobsServer.Tokens("worker-secret", "admin-secret");
    try (JobsServer server = JobsServer.start(0, HttpStoreUnderTest.seams(sql), tokens)) {
      assertFails(ServerError.UNAUTHENTICATED, () -> register(server, null));
      assertFails(ServerError.UNAUTHENTICATED, () -> register(server, "guess"));
      assertFails(CoreError.DENIED, () -> register(server, "admin-secret"));
      assertThat(register(server, "worker-secret").name()).isEqualTo("w");
      try (var intake =
          new HttpJobIntake(
              ServerAddress.parse(server.url(), "worker-secret"), JobsServer.CODES, SHORT)) {
        assertFails(CoreError.DENIED, () -> intake.submit(run()));
      }
      try (var intake =
          new HttpJobIntake(
              ServerAddress.parse(server.url(), "admin-secret"), JobsServer.CODES, SHORT)) {
        assertThat(intake.submit(run()).existed()).isFalse();
      }
    }
  }

  @Test
  @Tag("D1")
  void a_worker_of_a_later_protocol_is_refused_politely() throws Exception {
    try (JobsServer server = JobsServer.start(HttpStoreUnderTest.seams(sql));
        var http = HttpClient.newHttpClient()) {
      ObjectNode later = LeaseJson.write(hello()).put("protocol", LeaseJson.PROTOCOL + 1);
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(URI.create(server.url() + "/api/internal/worker/register"))
                  .POST(HttpRequest.BodyPublishers.ofString(later.toString()))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body())
          .contains("PROTOCOL_UNKNOWN", "speaks protocol 2, this server 1", "same release");
      assertThat(sql.number("SELECT count(*) FROM workers")).isZero();
    }
  }

  @Test
  void what_is_not_a_tidemill_server_is_not_taken_for_one() {
    try (JobsServer server = JobsServer.start(HttpStoreUnderTest.seams(sql));
        var intake =
            new HttpJobIntake(
                ServerAddress.parse(server.url() + "/elsewhere", null), JobsServer.CODES, SHORT)) {
      assertFails(ServerError.NO_SUCH_PATH, () -> intake.find(RunId.parse("run_1")));
    }
  }

  private static WorkerLease register(JobsServer server, @Nullable String token) {
    try (var leases =
        new HttpJobLeases(ServerAddress.parse(server.url(), token), JobsServer.CODES, SHORT)) {
      return leases.register(hello());
    }
  }

  private static HttpJobLeases client(String url, CallLimits limits) {
    return new HttpJobLeases(ServerAddress.parse(url, null), JobsServer.CODES, limits);
  }

  private static void beat(HttpJobLeases leases, WorkerLease lease) {
    assertThat(leases.heartbeat(lease, Heartbeat.holding(List.of())).leaseLost()).isFalse();
  }

  private void submit() {
    sql.intake().submit(run());
  }

  private static RunSpec run() {
    return RunSpec.of("test", List.of(JobSpec.of(JobType.of("work"), "{}")));
  }

  private static ClaimRequest one() {
    return new ClaimRequest(Queue.EXEC, 1, Set.of(JobType.of("work")), Set.of());
  }

  private static WorkerHello hello() {
    return new WorkerHello(
        UUID.randomUUID().toString(),
        "w",
        null,
        "host",
        1,
        "test",
        1,
        List.of(),
        List.of("work"),
        Duration.ofHours(1));
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(TidemillException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  /** A client whose server is not known before it runs. */
  private static final class LateClient implements AutoCloseable {
    private @Nullable HttpJobLeases client;

    void connect(String url) {
      client = WorkerApiOutageTest.client(url, SHORT);
    }

    HttpJobLeases client() {
      if (client == null) {
        throw new IllegalStateException("not connected");
      }
      return client;
    }

    @Override
    public void close() {
      if (client != null) {
        client.close();
      }
    }
  }
}
