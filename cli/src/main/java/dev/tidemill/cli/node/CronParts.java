package dev.tidemill.cli.node;

import dev.tidemill.core.config.Config;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.service.Service;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.schedule.CronConfig;
import dev.tidemill.schedule.cron.CronLoop;
import dev.tidemill.schedule.cron.CronMetrics;
import dev.tidemill.schedule.leader.HolderId;
import dev.tidemill.schedule.leader.LeaderLease;
import dev.tidemill.schedule.leader.LeaseSettings;
import dev.tidemill.schedule.leader.RedisLeaderLease;
import dev.tidemill.schedule.leader.RedisUrl;
import dev.tidemill.schedule.leader.StoreLeaderLease;
import dev.tidemill.schedule.store.SqlFiring;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** From settings to a part in the election. */
final class CronParts {
  private static final String REDIS_KEY = "tidemill:cron:leader";
  private static final String STORE_NAME = "cron";

  private CronParts() {}

  static Service cron(
      Config config, StoreTransactions transactions, TimeSource time, Meters meters) {
    LeaseSettings settings = CronConfig.lease(config);
    return new CronLoop(
        settings,
        holder(config),
        lease(config, settings, transactions),
        new SqlFiring(transactions),
        time,
        new CronMetrics(meters));
  }

  private static LeaderLease lease(
      Config config, LeaseSettings settings, StoreTransactions transactions) {
    Optional<RedisUrl> redis = config.find(CronConfig.REDIS).map(RedisUrl::parse);
    return redis
        .<LeaderLease>map(url -> RedisLeaderLease.open(url, REDIS_KEY, settings))
        .orElseGet(() -> new StoreLeaderLease(transactions, STORE_NAME, settings));
  }

  /** A process that starts again is another holder, whatever its worker is called. */
  static HolderId holder(Config config) {
    String incarnation = HexFormat.of().toHexDigits(RandomGenerator.getDefault().nextInt());
    return new HolderId(WorkerParts.settings(config).name() + "/" + incarnation);
  }
}
