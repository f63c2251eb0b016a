package dev.tidemill.scale.simulate;

import dev.tidemill.scale.AdapterId;
import dev.tidemill.scale.AdapterSupply;
import dev.tidemill.scale.CapabilitySet;
import dev.tidemill.scale.Demand;
import dev.tidemill.scale.GroupSupply;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.ScalingSnapshot;
import dev.tidemill.scale.simulate.SimulatedWorker.Running;
import dev.tidemill.scale.simulate.SimulatedWorker.SimulatedJob;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/** What can be measured from outside, and so all that a scaler is told. */
final class Signals {
  private static final int REMEMBERED = 50;
  private static final double WINDOW = 60;

  /** How far ahead fires of schedules are announced. */
  private static final double LEAD = 60;

  private final Workload workload;
  private final Deque<Double> arrivals = new ArrayDeque<>();
  private final Deque<Double> durations = new ArrayDeque<>();
  private final Deque<Double> startUps = new ArrayDeque<>();

  Signals(Workload workload) {
    this.workload = workload;
  }

  void arrived(double now) {
    arrivals.addLast(now);
  }

  void finished(double seconds) {
    keep(durations, seconds);
  }

  void started(double seconds) {
    keep(startUps, seconds);
  }

  private static void keep(Deque<Double> values, double value) {
    values.addLast(value);
    if (values.size() > REMEMBERED) {
      values.removeFirst();
    }
  }

  ScalingSnapshot snapshot(
      double now, Deque<SimulatedJob> queue, Collection<SimulatedWorker> fleet) {
    while (!arrivals.isEmpty() && arrivals.getFirst() < now - WINDOW) {
      arrivals.removeFirst();
    }
    int running = fleet.stream().mapToInt(worker -> worker.running.size()).sum();
    double oldest = queue.isEmpty() ? 0 : now - queue.getFirst().arrived();
    int soon =
        workload.fires().stream()
            .filter(fire -> fire.at() > now && fire.at() <= now + LEAD)
            .mapToInt(Workload.Fire::jobs)
            .sum();
    var demand =
        new Demand(
            CapabilitySet.NONE,
            Reading.of(queue.size()),
            Reading.of(running),
            Reading.of(duration(oldest)),
            Reading.of(0),
            Reading.of(0),
            Reading.of(Duration.ZERO),
            Reading.of(soon),
            new Demand.Pace(mean(durations), Reading.of(arrivals.size() / WINDOW)));
    return new ScalingSnapshot(List.of(demand), List.of(supply(now, fleet)));
  }

  private AdapterSupply supply(double now, Collection<SimulatedWorker> fleet) {
    List<GroupSupply> groups =
        fleet.stream()
            .filter(SimulatedWorker::alive)
            .map(
                worker ->
                    new GroupSupply(
                        worker.id,
                        CapabilitySet.NONE,
                        worker.state,
                        worker.running.isEmpty() ? 1 : 0,
                        worker.running.isEmpty() ? 0 : 1,
                        Reading.of(remaining(worker, now))))
            .toList();
    return new AdapterSupply(
        new AdapterId("simulated"),
        CapabilitySet.NONE,
        workload.platform().maxWorkers(),
        1,
        false,
        groups,
        new AdapterSupply.WorkerShape(workload.platform().slots(), median(startUps)));
  }

  /** A job older than usual is thought to take as long again. */
  private Duration remaining(SimulatedWorker worker, double now) {
    double usual = durations.stream().mapToDouble(d -> d).average().orElse(0);
    double longest = 0;
    for (Running running : worker.running) {
      double age = now - running.since;
      longest = Math.max(longest, age < usual ? usual - age : age);
    }
    return duration(longest);
  }

  private static Reading<Duration> mean(Deque<Double> values) {
    return values.isEmpty()
        ? new Reading.Unknown<>("not measured yet")
        : Reading.of(duration(values.stream().mapToDouble(v -> v).average().orElse(0)));
  }

  /** A few slow starts say little about the next. */
  private static Reading<Duration> median(Deque<Double> values) {
    return values.isEmpty()
        ? new Reading.Unknown<>("not measured yet")
        : Reading.of(
            duration(values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0.0)));
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }
}
