package dev.tidemill.schedule.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.schedule.leader.HolderId;
import dev.tidemill.schedule.leader.LeaseSettings;
import dev.tidemill.schedule.leader.LocalLeaderLease;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C4")
class CronMetricsTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final LeaseSettings SETTINGS =
      new LeaseSettings(Duration.ofSeconds(3), Duration.ofMillis(900));

  private final Meters meters = new Meters(catalog());
  private final CronMetrics metrics = new CronMetrics(meters);

  @Test
  void a_change_within_thirty_seconds_of_the_one_before_is_a_flap() {
    metrics.changed(Duration.ofSeconds(100), true);
    assertThat(meters.gauge(CronMetrics.ACTIVE).get()).isEqualTo(1);
    assertThat(meters.counter(CronMetrics.FLAPS).get()).isZero();
    metrics.changed(Duration.ofSeconds(129), false);
    assertThat(meters.gauge(CronMetrics.ACTIVE).get()).isZero();
    assertThat(meters.counter(CronMetrics.FLAPS).get()).isEqualTo(1);
    metrics.changed(Duration.ofSeconds(159), true);
    assertThat(meters.counter(CronMetrics.FLAPS).get()).isEqualTo(1);
    assertThat(meters.counter(CronMetrics.CHANGES).get()).isEqualTo(3);
    assertThat(metrics.summary()).isEqualTo("3 changes, 1 flaps, 0 runs started");
  }

  @Test
  void who_leads_says_so_and_for_how_long_and_no_more_when_it_stops() {
    var time = new SystemTime();
    var node =
        new CronLoop(
            SETTINGS,
            new HolderId("n"),
            new LocalLeaderLease(SETTINGS, time),
            new NothingDue(),
            time,
            metrics);
    node.start();
    await().atMost(LONG).until(() -> meters.gauge(CronMetrics.ACTIVE).get() == 1);
    await().atMost(LONG).until(() -> meters.gauge(CronMetrics.REMAINING).get() > 0);
    assertThat(meters.gauge(CronMetrics.REMAINING).get()).isLessThanOrEqualTo(3);
    assertThat(meters.histogram(CronMetrics.ACQUISITION).getCount()).isEqualTo(1);
    node.stop();
    assertThat(meters.gauge(CronMetrics.ACTIVE).get()).isZero();
    assertThat(meters.gauge(CronMetrics.REMAINING).get()).isZero();
    assertThat(meters.counter(CronMetrics.CHANGES).get()).isEqualTo(2);
  }

  private static MetricCatalog catalog() {
    var catalog = new MetricCatalog();
    CronMetrics.addTo(catalog);
    return catalog;
  }
}
