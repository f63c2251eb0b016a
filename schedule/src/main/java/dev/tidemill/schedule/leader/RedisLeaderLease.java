package dev.tidemill.schedule.leader;

import dev.tidemill.core.error.Problem;
import dev.tidemill.schedule.ScheduleError;
import java.util.List;
import java.util.function.Supplier;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A lease on one key of a Redis: {@code SET NX PX} to take it, compare-and-extend and
 * compare-and-delete to keep and free it, each as one script.
 *
 * <p>Terms are counted beside the key, and never lie below the server's clock in microseconds: a
 * Redis that lost its data still issues a higher one. It may then give the lease away while the
 * former holder trusts it for a while, which is why the leader's work must be safe with two.
 */
public final class RedisLeaderLease implements LeaderLease, AutoCloseable {
  private static final String ACQUIRE =
      """
      local held = redis.call('GET', KEYS[1])
      if held then
        local term, holder = string.match(held, '^(%d+) (.*)$')
        if holder ~= ARGV[1] then return 0 end
        redis.call('PEXPIRE', KEYS[1], ARGV[2])
        return tonumber(term)
      end
      local clock = redis.call('TIME')
      local least = clock[1] * 1000000 + clock[2]
      local last = tonumber(redis.call('GET', KEYS[2]) or '0')
      local term = string.format('%d', math.max(least, last + 1))
      redis.call('SET', KEYS[2], term)
      redis.call('SET', KEYS[1], term .. ' ' .. ARGV[1], 'NX', 'PX', ARGV[2])
      return tonumber(term)
      """;

  private static final String RENEW =
      "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end"
          + " return redis.call('PEXPIRE', KEYS[1], ARGV[2])";

  private static final String RELEASE =
      "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end"
          + " return redis.call('DEL', KEYS[1])";

  private final UnifiedJedis redis;
  private final String key;
  private final List<String> keys;
  private final String ttl;

  /**
   * @param redis closed with the lease
   */
  public RedisLeaderLease(UnifiedJedis redis, String key, LeaseSettings settings) {
    this.redis = redis;
    this.key = key;
    // In braces, so that a cluster keeps both in one place.
    this.keys = List.of(key, "{" + key + "}:term");
    this.ttl = String.valueOf(settings.ttl().toMillis());
  }

  /** Never waits longer for an answer than the elector does. */
  public static RedisLeaderLease open(RedisUrl url, String key, LeaseSettings settings) {
    return new RedisLeaderLease(RedisConnection.open(url, settings.patience()), key, settings);
  }

  @Override
  public LeaseAnswer acquire(HolderId holder) {
    long term = reached(() -> redis.eval(ACQUIRE, keys, List.of(holder.value(), ttl)));
    return term == 0 ? new LeaseAnswer.Refused() : new LeaseAnswer.Held(new Term(term));
  }

  @Override
  public LeaseAnswer renew(HolderId holder, Term term) {
    long extended =
        reached(() -> redis.eval(RENEW, List.of(key), List.of(value(holder, term), ttl)));
    return extended == 1 ? new LeaseAnswer.Held(term) : new LeaseAnswer.Refused();
  }

  @Override
  public void release(HolderId holder, Term term) {
    reached(() -> redis.eval(RELEASE, List.of(key), List.of(value(holder, term))));
  }

  @Override
  public void close() {
    redis.close();
  }

  private static String value(HolderId holder, Term term) {
    return term.value() + " " + holder.value();
  }

  private static long reached(Supplier<Object> call) {
    try {
      return (Long) call.get();
    } catch (JedisException e) {
      throw Problem.of(ScheduleError.LEASE_UNAVAILABLE, "the lease in Redis cannot be reached")
          .cause(String.valueOf(e.getMessage()))
          .next("check that Redis runs and that `redis` names it; until then nobody may lead")
          .exception(e);
    }
  }
}
