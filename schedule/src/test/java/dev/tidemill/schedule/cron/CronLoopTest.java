package dev.tidemill.schedule.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Wakeups;
import dev.tidemill.jobs.store.Migrations;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreTransactions;
import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.schedule.Fire;
import dev.tidemill.schedule.Misfire;
import dev.tidemill.schedule.Overlap;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.ScheduleStore;
import dev.tidemill.schedule.Schedules;
import dev.tidemill.schedule.leader.HolderId;
import dev.tidemill.schedule.leader.LeaderLease;
import dev.tidemill.schedule.leader.LeaseSettings;
import dev.tidemill.schedule.leader.RedisConnection;
import dev.tidemill.schedule.leader.RedisLeaderLease;
import dev.tidemill.schedule.leader.RedisUrl;
import dev.tidemill.schedule.leader.StoreLeaderLease;
import dev.tidemill.schedule.store.SqlFiring;
import dev.tidemill.schedule.store.SqlSchedules;
import dev.tidemill.schedule.timing.Every;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.PrivateServer;
import dev.tidemill.testkit.RealServer;
import dev.tidemill.testkit.Servers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several nodes on one database, in real time. */
@Tag("C1")
class CronLoopTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final LeaseSettings SHORT =
      new LeaseSettings(Duration.ofSeconds(3), Duration.ofMillis(900));
  private static final LeaseSettings NEVER_ENDS =
      new LeaseSettings(Duration.ofHours(1), Duration.ofMinutes(1));

  private final SystemTime time = new SystemTime();
  private final PostgresDatabase database = Servers.newPostgresDatabase();
  private final Store store = Store.open(StoreUrl.parse(database.url()), StoreClock.DATABASE, 4);
  private final StoreTransactions transactions = new StoreTransactions(store, Wakeups.NONE);
  private final Schedules schedules = new SqlSchedules(transactions, RunSpec.DEFAULT_TENANT);
  private final List<CronLoop> nodes = new ArrayList<>();

  CronLoopTest() {
    new Migrations(store).migrate();
  }

  @AfterEach
  void close() {
    nodes.forEach(CronLoop::stop);
    store.close();
    database.close();
  }

  @Test
  void one_of_three_leads_and_every_tick_fires_once() {
    List<CronLoop> three = storeNodes(3, SHORT);
    schedules.put(everySecond());
    awaitFires(3);
    assertThat(three.stream().filter(node -> node.leads().isPresent())).hasSize(1);
    assertNoneLostNoneTwice();
  }

  @Test
  void a_clean_stop_hands_over_at_once_long_before_the_lease_is_over() {
    CronLoop first = storeNodes(1, NEVER_ENDS).getFirst();
    await().atMost(LONG).until(() -> first.leads().isPresent());
    CronLoop second = storeNodes(1, NEVER_ENDS).getFirst();
    schedules.put(everySecond());
    awaitFires(1);
    first.stop();
    assertThat(first.leads()).isEmpty();
    await().atMost(LONG).until(() -> second.leads().isPresent());
    int before = fires().size();
    awaitFires(before + 2);
    assertNoneLostNoneTwice();
  }

  @Test
  void a_redis_that_forgets_again_and_again_makes_no_tick_fire_twice() {
    try (PrivateServer server = PrivateServer.start(RealServer.REDIS);
        var redis = RedisConnection.open(RedisUrl.parse(server.url()), LONG)) {
      for (int i = 0; i < 3; i++) {
        var lease =
            new RedisLeaderLease(
                RedisConnection.open(RedisUrl.parse(server.url()), SHORT.patience()),
                "tidemill:cron:leader",
                SHORT);
        start(lease, "r" + i, SHORT);
      }
      schedules.put(everySecond());
      for (int round = 1; round <= 3; round++) {
        awaitFires(round * 2);
        redis.flushAll();
      }
      server.kill();
      server.restart();
      awaitFires(fires().size() + 2);
      assertNoneLostNoneTwice();
      nodes.forEach(CronLoop::stop);
    }
  }

  @Test
  void a_node_whose_lease_store_is_away_ceases_to_lead_before_its_time_is_over() {
    try (PrivateServer server = PrivateServer.start(RealServer.REDIS)) {
      var lease =
          new RedisLeaderLease(
              RedisConnection.open(RedisUrl.parse(server.url()), SHORT.patience()),
              "tidemill:cron:leader",
              SHORT);
      CronLoop node = start(lease, "r", SHORT);
      await().atMost(LONG).until(() -> node.leads().isPresent());
      server.pause();
      await().atMost(LONG).until(() -> node.leads().isEmpty());
      server.resume();
      await().atMost(LONG).until(() -> node.leads().isPresent());
      node.stop();
    }
  }

  private ScheduleSpec everySecond() {
    return ScheduleStore.spec("s", new Every(Duration.ofSeconds(1)))
        .overlap(Overlap.ALLOW)
        .misfire(Misfire.ALL);
  }

  private List<CronLoop> storeNodes(int count, LeaseSettings settings) {
    var started = new ArrayList<CronLoop>();
    for (int i = 0; i < count; i++) {
      var lease = new StoreLeaderLease(transactions, "cron", settings);
      started.add(start(lease, "n" + nodes.size(), settings));
    }
    return started;
  }

  private CronLoop start(LeaderLease lease, String name, LeaseSettings settings) {
    var catalog = new MetricCatalog();
    CronMetrics.addTo(catalog);
    var node =
        new CronLoop(
            settings,
            new HolderId(name),
            lease,
            new SqlFiring(transactions),
            time,
            new CronMetrics(new Meters(catalog)));
    nodes.add(node);
    node.start();
    return node;
  }

  private void awaitFires(int count) {
    await().atMost(LONG).until(() -> fires().size() >= count);
  }

  /** Oldest first. */
  private List<Fire> fires() {
    return schedules.history("s", null, 1000).reversed();
  }

  /** Of each tick one fire, with a run of its own, from the first on without a gap. */
  private void assertNoneLostNoneTwice() {
    List<Fire> fires = fires();
    Instant created = schedules.find("s").orElseThrow().createdAt();
    var expected = new ArrayList<Instant>();
    for (int i = 1; i <= fires.size(); i++) {
      expected.add(created.plusSeconds(i));
    }
    assertThat(fires).extracting(Fire::time).containsExactlyElementsOf(expected);
    assertThat(fires).extracting(Fire::run).doesNotContainNull().doesNotHaveDuplicates();
  }
}
