package dev.tidemill.adapters.control;

import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.metric.MetricSpec;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.control.ControlState;
import dev.tidemill.scale.control.Decision;
import dev.tidemill.scale.signal.FleetSignals;
import dev.tidemill.scale.signal.WorkSignals;
import dev.tidemill.schedule.leader.Election;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a server counts of scaling. Signals are shown by the leader only, so that sums are right.
 */
public final class ScaleMetrics implements Election.Watch {
  static final MetricSpec ACTIVE =
      MetricSpec.gauge("tidemill_scale_leader_active", "1 while this server controls, else 0.");
  static final MetricSpec ROUNDS =
      MetricSpec.counter(
          "tidemill_scale_rounds_total",
          "Rounds of the controller; held: the signals could not be read.",
          "outcome");
  static final MetricSpec CHANGES =
      MetricSpec.counter(
          "tidemill_scale_changes_total", "Groups asked to start, drain or stay.", "kind");
  static final MetricSpec GROUPS =
      MetricSpec.gauge("tidemill_scale_groups", "Groups that adapters show.", "state");
  static final MetricSpec WAITING =
      MetricSpec.gauge("tidemill_scale_waiting_jobs", "Jobs that could be claimed.", "queue");
  static final MetricSpec PARKED =
      MetricSpec.gauge("tidemill_scale_due_parked_jobs", "Parked jobs that are due.", "queue");
  static final MetricSpec RUNNING =
      MetricSpec.gauge("tidemill_scale_running_jobs", "Jobs that are claimed.", "queue");
  static final MetricSpec OLDEST =
      MetricSpec.gauge(
          "tidemill_scale_oldest_wait_seconds", "How long the first of them waits.", "queue");
  static final MetricSpec SATURATION =
      MetricSpec.gauge(
          "tidemill_scale_saturation_ratio", "Slots in use, as a share of those there are.");

  public static final List<MetricSpec> ALL =
      List.of(ACTIVE, ROUNDS, CHANGES, GROUPS, WAITING, PARKED, RUNNING, OLDEST, SATURATION);

  private final Meters meters;
  private long rounds;
  private long asked;

  public ScaleMetrics(Meters meters) {
    this.meters = meters;
    meters.gauge(ACTIVE).set(0);
  }

  public static void addTo(MetricCatalog catalog) {
    catalog.add(ALL);
  }

  @Override
  public synchronized void changed(Duration now, boolean leads) {
    meters.gauge(ACTIVE).set(leads ? 1 : 0);
    if (!leads) {
      List.of(GROUPS, WAITING, PARKED, RUNNING, OLDEST).forEach(spec -> meters.gauge(spec).clear());
    }
  }

  @Override
  public void acquired(Duration took) {}

  @Override
  public void remaining(Optional<Duration> left) {}

  @Override
  public synchronized String summary() {
    return "%d rounds, %d groups asked to change".formatted(rounds, asked);
  }

  synchronized void held() {
    meters.counter(ROUNDS).labelValues("held").inc();
  }

  synchronized void decided(Decision decision) {
    meters.counter(ROUNDS).labelValues("decided").inc();
    rounds++;
    for (Decision.Change change : decision.changes()) {
      meters.counter(CHANGES).labelValues(Words.of(change.kind())).inc();
      asked++;
    }
  }

  synchronized void read(FleetSignals signals, ControlState state) {
    List.of(WAITING, PARKED, RUNNING, OLDEST).forEach(spec -> meters.gauge(spec).clear());
    for (WorkSignals work : signals.work()) {
      String queue = Words.of(work.queue());
      meters.gauge(WAITING).labelValues(queue).inc(work.waiting());
      meters.gauge(PARKED).labelValues(queue).inc(work.dueParked());
      meters.gauge(RUNNING).labelValues(queue).inc(work.inFlight());
      var oldest = meters.gauge(OLDEST).labelValues(queue);
      oldest.set(Math.max(oldest.get(), work.oldestWait().toMillis() / 1e3));
    }
    if (signals.saturation() instanceof Reading.Known<Double> known) {
      meters.gauge(SATURATION).set(known.value());
    }
    for (GroupState shown : GroupState.values()) {
      int groups =
          state.adapters().values().stream().mapToInt(adapter -> count(adapter, shown)).sum();
      meters.gauge(GROUPS).labelValues(Words.of(shown)).set(groups);
    }
  }

  private static int count(ControlState.Adapter adapter, GroupState state) {
    return (int) adapter.real().values().stream().filter(real -> real.state() == state).count();
  }
}
