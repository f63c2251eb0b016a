package dev.tidemill.jobs.upkeep;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.metric.MetricSpec;
import dev.tidemill.jobs.JobUpkeep;
import java.time.Duration;
import java.util.List;
import java.util.Map;

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

  static final MetricSpec STAGE_DEPTH =
      MetricSpec.gauge("tidemill_stage_queue_depth", "Due jobs that wait in the stage queue.");
  static final MetricSpec EXEC_DEPTH =
      MetricSpec.gauge("tidemill_exec_queue_depth", "Due jobs that wait in the exec queue.");
  static final MetricSpec OLDEST =
      MetricSpec.gauge(
          "tidemill_queue_oldest_wait_seconds", "How long the first due job has waited.");

  public static final List<MetricSpec> ALL =
      List.of(
          RECLAIMED,
          FAILED,
          WORKERS,
          OVERDUE,
          REPAIRED,
          DELETED,
          SWEPT,
          RUNG,
          PASSES,
          WORST,
          STAGE_DEPTH,
          EXEC_DEPTH,
          OLDEST);

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

  /** Only whoever has the turn exports these: a sum over processes would count work twice. */
  void backlog(Map<Queue, JobUpkeep.Backlog> backlog) {
    meters.gauge(STAGE_DEPTH).set(depth(backlog, Queue.STAGE));
    meters.gauge(EXEC_DEPTH).set(depth(backlog, Queue.EXEC));
    meters
        .gauge(OLDEST)
        .set(
            backlog.values().stream()
                .mapToDouble(of -> of.oldest().toMillis() / 1e3)
                .max()
                .orElse(0));
  }

  private static double depth(Map<Queue, JobUpkeep.Backlog> backlog, Queue queue) {
    JobUpkeep.Backlog of = backlog.get(queue);
    return of == null ? 0 : of.jobs();
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
