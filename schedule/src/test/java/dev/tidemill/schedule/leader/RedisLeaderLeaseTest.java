package dev.tidemill.schedule.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.testkit.Servers;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** On the real server. Time passes by taking it off what is left of the lease. */
class RedisLeaderLeaseTest extends LeaderLeaseContract {
  private static final LeaseSettings LONG =
      new LeaseSettings(Duration.ofMinutes(10), Duration.ofMinutes(3));

  private final String key = "tidemill:test:" + UUID.randomUUID();
  private final UnifiedJedis redis =
      RedisConnection.open(RedisUrl.parse(Servers.redis()), Duration.ofSeconds(30));
  private final RedisLeaderLease lease = new RedisLeaderLease(redis, key, LONG);

  @AfterEach
  void close() {
    redis.del(key, "{" + key + "}:term");
    lease.close();
  }

  @Override
  protected LeaderLease lease() {
    return lease;
  }

  @Override
  protected Duration ttl() {
    return LONG.ttl();
  }

  @Override
  protected void pass(Duration time) {
    long left = redis.pttl(key) - time.toMillis();
    if (left > 0) {
      redis.pexpire(key, left);
    } else {
      redis.del(key);
    }
  }

  @Test
  void the_server_itself_ends_a_lease_that_nobody_renews() {
    var brief = new LeaseSettings(Duration.ofMillis(300), Duration.ofMillis(100));
    var short_ = new RedisLeaderLease(redis, key, brief);
    assertThat(short_.acquire(new HolderId("a"))).isInstanceOf(LeaseAnswer.Held.class);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> lease.acquire(new HolderId("b")) instanceof LeaseAnswer.Held);
  }

  @Test
  void a_holder_may_have_any_name() {
    var odd = new HolderId("host 1 %d\nä");
    var held = (LeaseAnswer.Held) lease.acquire(odd);
    assertThat(lease.acquire(odd)).isEqualTo(held);
    assertThat(lease.renew(odd, held.term())).isEqualTo(held);
  }
}
