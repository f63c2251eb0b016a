package dev.tidemill.schedule.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.schedule.ScheduleError;
import dev.tidemill.testkit.PrivateServer;
import dev.tidemill.testkit.RealServer;
import dev.tidemill.testkit.TcpProxy;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Redis that forgets, sleeps or is out of reach. */
@Tag("C1")
class RedisOutageTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final HolderId A = new HolderId("a");
  private static final HolderId B = new HolderId("b");
  private static final String KEY = "tidemill:cron:leader";

  @Test
  void a_restarted_server_has_forgotten_the_holder_but_its_next_term_is_higher() {
    try (PrivateServer server = PrivateServer.start(RealServer.REDIS);
        RedisLeaderLease lease = lease(server.url())) {
      Term first = held(lease.acquire(A));
      server.kill();
      assertUnreachable(() -> lease.renew(A, first));
      server.restart();
      assertThat(awaited(() -> lease.renew(A, first))).isInstanceOf(LeaseAnswer.Refused.class);
      assertThat(held(awaited(() -> lease.acquire(B)))).isGreaterThan(first);
    }
  }

  @Test
  void a_flushed_server_has_forgotten_the_holder_but_its_next_term_is_higher() {
    try (PrivateServer server = PrivateServer.start(RealServer.REDIS);
        RedisLeaderLease lease = lease(server.url());
        var redis = RedisConnection.open(RedisUrl.parse(server.url()), LONG)) {
      Term first = held(lease.acquire(A));
      redis.flushAll();
      assertThat(lease.renew(A, first)).isInstanceOf(LeaseAnswer.Refused.class);
      Term second = held(lease.acquire(B));
      assertThat(second).isGreaterThan(first);
      redis.flushAll();
      assertThat(held(lease.acquire(A))).isGreaterThanOrEqualTo(second);
    }
  }

  @Test
  void one_who_is_cut_off_hears_an_error_in_time_and_the_others_go_on() {
    try (PrivateServer server = PrivateServer.start(RealServer.REDIS);
        TcpProxy network = TcpProxy.inFrontOf(server.url());
        RedisLeaderLease cutOff = lease(network.url());
        RedisLeaderLease other = lease(server.url())) {
      Term first = held(cutOff.acquire(A));
      network.blackhole();
      assertUnreachable(() -> cutOff.renew(A, first));
      assertThat(awaited(() -> other.acquire(B))).isInstanceOf(LeaseAnswer.Refused.class);
      other.release(A, first);
      Term second = held(other.acquire(B));
      network.heal();
      assertThat(awaited(() -> cutOff.renew(A, first))).isInstanceOf(LeaseAnswer.Refused.class);
      assertThat(held(other.renew(B, second))).isEqualTo(second);
    }
  }

  @Test
  void an_acquisition_whose_answer_was_lost_is_found_again_by_asking_again() {
    try (PrivateServer server = PrivateServer.start(RealServer.REDIS);
        TcpProxy network = TcpProxy.inFrontOf(server.url());
        RedisLeaderLease lease = lease(network.url());
        RedisLeaderLease other = lease(server.url())) {
      assertThat(lease.renew(A, new Term(1))).isInstanceOf(LeaseAnswer.Refused.class);
      network.dropAnswers();
      assertUnreachable(() -> lease.acquire(A));
      network.heal();
      assertThat(other.acquire(B)).isInstanceOf(LeaseAnswer.Refused.class);
      assertThat(awaited(() -> lease.acquire(A))).isInstanceOf(LeaseAnswer.Held.class);
    }
  }

  @Test
  void a_server_that_slept_past_the_lease_gives_it_to_who_asks_first() {
    try (PrivateServer server = PrivateServer.start(RealServer.REDIS);
        RedisLeaderLease lease = lease(server.url())) {
      var brief = new LeaseSettings(Duration.ofMillis(500), Duration.ofMillis(200));
      Term first = held(new RedisLeaderLease(open(server.url()), KEY, brief).acquire(A));
      server.pause();
      assertUnreachable(() -> lease.acquire(B));
      server.resume();
      // The request that nobody waited for may have been carried out: B then has it already.
      Term second = held(awaited(() -> lease.acquire(B)));
      assertThat(second).isGreaterThan(first);
      assertThat(lease.renew(A, first)).isInstanceOf(LeaseAnswer.Refused.class);
    }
  }

  private static RedisLeaderLease lease(String url) {
    return new RedisLeaderLease(
        open(url), KEY, new LeaseSettings(Duration.ofMinutes(5), Duration.ofMinutes(1)));
  }

  private static redis.clients.jedis.UnifiedJedis open(String url) {
    return RedisConnection.open(RedisUrl.parse(url), Duration.ofSeconds(2));
  }

  /** Connections that broke meanwhile fail once each. */
  private static LeaseAnswer awaited(Supplier<LeaseAnswer> call) {
    return await().atMost(LONG).ignoreExceptions().until(call::get, answer -> true);
  }

  private static void assertUnreachable(Supplier<LeaseAnswer> call) {
    assertThatThrownBy(call::get)
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).isEqualTo(ScheduleError.LEASE_UNAVAILABLE));
  }

  private static Term held(LeaseAnswer answer) {
    assertThat(answer).isInstanceOf(LeaseAnswer.Held.class);
    return ((LeaseAnswer.Held) answer).term();
  }
}
