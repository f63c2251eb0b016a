package dev.tidemill.schedule.cron;

import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.service.Service;
import dev.tidemill.core.service.ServiceContract;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.schedule.leader.HolderId;
import dev.tidemill.schedule.leader.LeaseSettings;
import dev.tidemill.schedule.leader.LocalLeaderLease;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Started and stopped by many at once, with nothing to fire. */
@Tag("C1")
class CronLoopServiceTest extends ServiceContract {
  private static final LeaseSettings SETTINGS =
      new LeaseSettings(Duration.ofSeconds(3), Duration.ofMillis(900));

  @Override
  protected Service newService() {
    var catalog = new MetricCatalog();
    CronMetrics.addTo(catalog);
    var time = new SystemTime();
    return new CronLoop(
        SETTINGS,
        new HolderId("n"),
        new LocalLeaderLease(SETTINGS, time),
        new NothingDue(),
        time,
        new CronMetrics(new Meters(catalog)));
  }
}
