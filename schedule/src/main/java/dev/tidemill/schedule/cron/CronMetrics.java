package dev.tidemill.schedule.cron;

import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.metric.MetricSpec;
import dev.tidemill.schedule.leader.Election;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a node counts of its part in the election and of what it fired. */
public final class CronMetrics implements Election.Watch {
  static final MetricSpec ACTIVE =
      MetricSpec.gauge("tidemill_cron_leader_active", "1 while this node leads, else 0.");
  static final MetricSpec CHANGES =
      MetricSpec.counter(
          "tidemill_cron_leader_changes_total", "Times this node began or ceased to lead.");
  static final MetricSpec REMAINING =
      MetricSpec.gauge(
          "tidemill_cron_lease_remaining_seconds", "How long this node may still trust its lease.");
  static final MetricSpec FLAPS =
      MetricSpec.counter(
          "tidemill_cron_leader_flaps_total", "Changes within 30 seconds of the one before.");
  static final MetricSpec ACQUISITION =
      MetricSpec.histogram(
          "tidemill_cron_lease_acquisition_seconds", "How long the request took that won a lease.");
  static final MetricSpec FIRES =
      MetricSpec.counter(
          "tidemill_cron_fires_total", "Ticks decided upon, by what became of them.", "outcome");

  public static final List<MetricSpec> ALL =
      List.of(ACTIVE, CHANGES, REMAINING, FLAPS, ACQUISITION, FIRES);

  private static final Duration FLAP = Duration.ofSeconds(30);

  private final Meters meters;
  private @Nullable Duration lastChange;
  private long changes;
  private long flaps;
  private long started;

  public CronMetrics(Meters meters) {
    this.meters = meters;
    meters.gauge(ACTIVE).set(0);
    meters.counter(CHANGES).inc(0);
    meters.counter(FLAPS).inc(0);
  }

  public static void addTo(MetricCatalog catalog) {
    catalog.add(ALL);
  }

  @Override
  public synchronized void changed(Duration now, boolean leads) {
    meters.gauge(ACTIVE).set(leads ? 1 : 0);
    meters.counter(CHANGES).inc();
    changes++;
    Duration last = lastChange;
    if (last != null && now.minus(last).compareTo(FLAP) < 0) {
      meters.counter(FLAPS).inc();
      flaps++;
    }
    lastChange = now;
  }

  @Override
  public void acquired(Duration took) {
    meters.histogram(ACQUISITION).observe(took.toNanos() / 1e9);
  }

  @Override
  public void remaining(Optional<Duration> left) {
    meters.gauge(REMAINING).set(left.map(time -> time.toMillis() / 1e3).orElse(0.0));
  }

  synchronized void fired(Fired fired) {
    count("started", fired.started());
    count("queued", fired.queued());
    count("skipped", fired.skipped());
    started += fired.started();
  }

  @Override
  public synchronized String summary() {
    return "%d changes, %d flaps, %d runs started".formatted(changes, flaps, started);
  }

  private void count(String outcome, int times) {
    if (times > 0) {
      meters.counter(FIRES).labelValues(outcome).inc(times);
    }
  }
}
