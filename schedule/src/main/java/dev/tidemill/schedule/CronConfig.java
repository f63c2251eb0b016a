package dev.tidemill.schedule;

import dev.tidemill.core.config.Config;
import dev.tidemill.core.config.ConfigKey;
import dev.tidemill.core.config.ConfigRule;
import dev.tidemill.core.config.ConfigSchema;
import dev.tidemill.core.config.ConfigType;
import dev.tidemill.schedule.leader.LeaseSettings;
import java.time.Duration;

/** Settings of the nodes that fire schedules. */
public final class CronConfig {
  public static final ConfigKey<String> REDIS =
      ConfigKey.optional(
          "redis",
          ConfigType.ADDRESS,
          "Where the leader of schedules is agreed upon: redis://host:port, rediss://,"
              + " redis-sentinel://host,host/master or redis-cluster://; absent: in the store");
  public static final ConfigKey<Duration> LEASE =
      ConfigKey.of(
          "cron.lease",
          ConfigType.DURATION,
          LeaseSettings.DEFAULT.ttl(),
          "How long a leader is trusted without a sign of life");
  public static final ConfigKey<Duration> RENEW =
      ConfigKey.of(
          "cron.renew",
          ConfigType.DURATION,
          LeaseSettings.DEFAULT.renew(),
          "How often a leader renews its lease");

  private CronConfig() {}

  public static void addTo(ConfigSchema schema) {
    schema
        .add(REDIS, LEASE, RENEW)
        .add(
            new ConfigRule(
                "cron.renew",
                "a leader must renew more than twice in a lease: cron.renew < cron.lease / 2",
                config ->
                    config.get(RENEW).isPositive()
                        && config.get(RENEW).multipliedBy(2).compareTo(config.get(LEASE)) < 0));
  }

  public static LeaseSettings lease(Config config) {
    return new LeaseSettings(config.get(LEASE), config.get(RENEW));
  }
}
