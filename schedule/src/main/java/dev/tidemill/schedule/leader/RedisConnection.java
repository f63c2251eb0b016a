package dev.tidemill.schedule.leader;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.UnifiedJedis;

/** From an address to a client that never waits longer than an answer is worth waiting for. */
public final class RedisConnection {
  private static final int CONNECTIONS = 2;

  private RedisConnection() {}

  /**
   * Connects with the first call; only sentinels are asked at once who the master is.
   *
   * @param patience how long an answer may take
   */
  public static UnifiedJedis open(RedisUrl url, Duration patience) {
    var pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS);
    pool.setMaxWait(patience);
    JedisClientConfig config = config(url, patience);
    return switch (url.kind()) {
      case PLAIN, TLS ->
          RedisClient.builder()
              .hostAndPort(hosts(url).iterator().next())
              .clientConfig(config)
              .poolConfig(pool)
              .build();
      case SENTINEL ->
          RedisSentinelClient.builder()
              .masterName(String.valueOf(url.master()))
              .sentinels(hosts(url))
              .clientConfig(config)
              .sentinelClientConfig(bare(patience).build())
              .poolConfig(pool)
              .build();
      case CLUSTER ->
          RedisClusterClient.builder()
              .nodes(hosts(url))
              .clientConfig(config)
              .poolConfig(pool)
              .build();
    };
  }

  private static JedisClientConfig config(RedisUrl url, Duration patience) {
    DefaultJedisClientConfig.Builder config =
        bare(patience)
            .user(url.user())
            .password(url.password())
            .database(url.database())
            .clientName("tidemill");
    if (url.kind() == RedisUrl.Kind.TLS) {
      config.sslOptions(SslOptions.defaults());
    }
    return config.build();
  }

  private static DefaultJedisClientConfig.Builder bare(Duration patience) {
    int millis = Math.toIntExact(patience.toMillis());
    return DefaultJedisClientConfig.builder()
        .connectionTimeoutMillis(millis)
        .socketTimeoutMillis(millis);
  }

  private static Set<HostAndPort> hosts(RedisUrl url) {
    return url.hosts().stream()
        .map(host -> new HostAndPort(host.name(), host.port()))
        .collect(Collectors.toSet());
  }
}
