package dev.tidemill.jobs.worker;

import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.metric.MetricSpec;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What a worker counts. */
public final class WorkerMetrics {
  static final MetricSpec ACTIVE =
      MetricSpec.gauge("tidemill_worker_active_jobs", "Jobs whose code runs now.");
  static final MetricSpec SLOTS =
      MetricSpec.gauge("tidemill_worker_slots", "How many jobs may run at once.");
  static final MetricSpec ENDED =
      MetricSpec.counter(
          "tidemill_worker_jobs_completed_total",
          "Executions that ended and were accepted, by type and how they ended.",
          "type",
          "outcome");
  static final MetricSpec REFUSED =
      MetricSpec.counter(
          "tidemill_worker_settlements_refused_total",
          "Ends of executions the store did not accept.",
          "answer");
  static final MetricSpec DURATION =
      MetricSpec.histogram(
          "tidemill_worker_job_duration_seconds", "How long the code of a job ran.", "type");
  static final MetricSpec CURRENT =
      MetricSpec.gauge(
          "tidemill_worker_current_job_duration_seconds", "Age of the longest running job.");
  static final MetricSpec HEARTBEAT =
      MetricSpec.gauge(
          "tidemill_worker_last_heartbeat_seconds_ago", "Since the store last answered one.");
  static final MetricSpec LEASES_LOST =
      MetricSpec.counter(
          "tidemill_worker_leases_lost_total", "Times the worker was taken for dead.");
  static final MetricSpec LOAD =
      MetricSpec.gauge(
          "tidemill_worker_load", "0 normal, 1 takes half of what it would, 2 takes nothing.");

  public static final List<MetricSpec> ALL =
      List.of(ACTIVE, SLOTS, ENDED, REFUSED, DURATION, CURRENT, HEARTBEAT, LEASES_LOST, LOAD);

  private final Meters meters;

  public WorkerMetrics(Meters meters) {
    this.meters = meters;
  }

  public static void addTo(MetricCatalog catalog) {
    catalog.add(ALL);
  }

  void ran(String type, Duration duration) {
    meters.histogram(DURATION).labelValues(type).observe(duration.toNanos() / 1e9);
  }

  void settled(String type, Settlement settlement, SettleAnswer answer) {
    switch (answer) {
      case ACCEPTED -> meters.counter(ENDED).labelValues(type, settlement.outcome()).inc();
      case ALREADY_YOURS -> {}
      case REFUSED, LOST ->
          meters.counter(REFUSED).labelValues(answer.name().toLowerCase(Locale.ROOT)).inc();
    }
  }

  void leaseLost() {
    meters.counter(LEASES_LOST).inc();
  }

  void gauges(int active, int slots, Duration oldest, Duration sinceHeartbeat) {
    meters.gauge(ACTIVE).set(active);
    meters.gauge(SLOTS).set(slots);
    meters.gauge(CURRENT).set(oldest.toMillis() / 1e3);
    meters.gauge(HEARTBEAT).set(sinceHeartbeat.toMillis() / 1e3);
  }

  void load(int level) {
    meters.gauge(LOAD).set(level);
  }
}
