package dev.tidemill.scale.signal;

import dev.tidemill.scale.Demand;
import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.control.ControlEvent.Activity;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All signals of one moment.
 *
 * @param at by the store's clock
 */
public record FleetSignals(Instant at, List<WorkSignals> work, List<WorkerSignals> workers) {
  public FleetSignals {
    work = List.copyOf(work);
    workers = List.copyOf(workers);
  }

  public List<Demand> demand() {
    return work.stream().map(WorkSignals::demand).toList();
  }

  /** What the workers of each group do. */
  public Map<GroupId, Activity> activity() {
    var groups = new HashMap<GroupId, Activity>();
    Reading<Duration> usual = usualDuration();
    for (WorkerSignals worker : workers) {
      if (worker.group() != null) {
        groups.merge(new GroupId(worker.group()), activity(worker, usual), FleetSignals::together);
      }
    }
    return groups;
  }

  /** The share of slots that are in use; may pass 1, for short jobs are claimed ahead. */
  public Reading<Double> saturation() {
    int slots = slots();
    return slots == 0
        ? new Reading.Unknown<>("there is no worker")
        : Reading.of(busySlots() / (double) slots);
  }

  public int slots() {
    return workers.stream().filter(WorkerSignals::takes).mapToInt(WorkerSignals::slots).sum();
  }

  public int busySlots() {
    return workers.stream().filter(WorkerSignals::takes).mapToInt(WorkerSignals::held).sum();
  }

  private static Activity activity(WorkerSignals worker, Reading<Duration> usual) {
    boolean busy = worker.held() > 0;
    Reading<Duration> remaining =
        !busy
            ? Reading.of(Duration.ZERO)
            : switch (usual) {
              case Reading.Known<Duration> known -> Reading.of(worker.remaining(known.value()));
              case Reading.Unknown<Duration> unknown -> unknown;
            };
    return new Activity(busy ? 0 : 1, busy ? 1 : 0, remaining);
  }

  /** A group has ended its work when its last worker has. */
  private static Activity together(Activity a, Activity b) {
    Reading<Duration> longest =
        a.remaining() instanceof Reading.Known<Duration> x
                && b.remaining() instanceof Reading.Known<Duration> y
            ? Reading.of(x.value().compareTo(y.value()) >= 0 ? x.value() : y.value())
            : a.remaining() instanceof Reading.Unknown<Duration> ? a.remaining() : b.remaining();
    return new Activity(a.idle() + b.idle(), a.busy() + b.busy(), longest);
  }

  /** Of whatever queue: a worker does not tell which of its jobs are of which. */
  private Reading<Duration> usualDuration() {
    return work.stream()
        .map(one -> one.pace().duration())
        .filter(Reading.Known.class::isInstance)
        .max((a, b) -> value(a).compareTo(value(b)))
        .orElseGet(() -> new Reading.Unknown<>("no job has ended yet"));
  }

  private static Duration value(Reading<Duration> reading) {
    return reading instanceof Reading.Known<Duration> known ? known.value() : Duration.ZERO;
  }
}
