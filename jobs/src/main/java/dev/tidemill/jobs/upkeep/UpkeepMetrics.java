package dev.tidemill.jobs.upkeep;

import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.metric.MetricSpec;
import dev.tidemill.jobs.JobUpkeep;
import java.time.Duration;
import java.util.List;

/** What upkeep counts. The first names are those of the reaper it grew out of. */
public final class UpkeepMetrics {
  static final MetricSpec RECLAIMED =
      MetricSpec.counter(
          "tidemill_reaper_jobs_reclaimed_total",
          "Jobs taken from dead workers and given to others.");
  static final MetricSpec FAILED =
      MetricSpec.counter(
          "tidemill_reaper_jobs_failed_total", "Jobs of dead workers that had no attempts left.");
  static final MetricSpec WORKERS =
      MetricSpec.counter("tidemill_upkeep_workers_lost_total", "Workers found dead.");
  static final MetricSpec OVERDUE =
      MetricSpec.counter("tidemill_upkeep_runs_overdue_total", "Runs failed by their deadline.");
  static final MetricSpec REPAIRED =
      MetricSpec.counter(
          "tidemill_upkeep_gates_repaired_total", "Runs that stood still and were moved on.");
  static final MetricSpec DELETED =
      MetricSpec.counter("tidemill_upkeep_runs_deleted_total", "Runs past their retention.");
  static final MetricSpec SWEPT =
      MetricSpec.counter("tidemill_upkeep_objects_swept_total", "Leftover objects removed.");
  static final MetricSpec RUNG =
      MetricSpec.counter(
          "tidemill_upkeep_permits_rung_total", "Times due work was announced again.", "queue");
  static final MetricSpec PASSES =
      MetricSpec.counter("tidemill_upkeep_passes_total", "Passes done by this process.");
  static final MetricSpec WORST =
      MetricSpec.gauge(
          "tidemill_recovery_worst_case_seconds",
          "How long the jobs of a killed worker may wait, by the settings.");

  public static final List<MetricSpec> ALL =
      List.of(RECLAIMED, FAILED, WORKERS, OVERDUE, REPAIRED, DELETED, SWEPT, RUNG, PASSES, WORST);

  private final Meters meters;

  public UpkeepMetrics(Meters meters) {
    this.meters = meters;
  }

  public static void addTo(MetricCatalog catalog) {
    catalog.add(ALL);
  }

  void worstCase(Duration duration) {
    meters.gauge(WORST).set(duration.toMillis() / 1e3);
  }

  void reclaimed(JobUpkeep.Reclaimed reclaimed) {
    meters.counter(WORKERS).inc(reclaimed.workers());
    meters.counter(RECLAIMED).inc(reclaimed.returned());
    meters.counter(FAILED).inc(reclaimed.failed());
  }

  void add(MetricSpec spec, int count) {
    meters.counter(spec).inc(count);
  }

  void rung(String queue) {
    meters.counter(RUNG).labelValues(queue).inc();
  }
}
