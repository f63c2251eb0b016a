package dev.tidemill.scale.simulate;

import dev.tidemill.scale.GroupId;
import dev.tidemill.scale.GroupState;
import dev.tidemill.scale.simulate.SimulatedWorker.Running;
import dev.tidemill.scale.simulate.SimulatedWorker.SimulatedJob;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/** A fleet under a workload, moved from event to event. For one run and one thread. */
public final class Simulation {
  private final Workload workload;
  private final Scaler scaler;
  private final Random random;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingDouble(Event::at).thenComparingLong(Event::sequence));
  private final Deque<SimulatedJob> queue = new ArrayDeque<>();
  private final List<SimulatedWorker> fleet = new ArrayList<>();
  private final Signals signals;
  private final Tally tally = new Tally();
  private double now;
  private long sequence;
  private int unfinished;
  private int started;

  private record Event(double at, long sequence, Runnable action) {}

  private Simulation(Workload workload, Scaler scaler, long seed) {
    this.workload = workload;
    this.scaler = scaler;
    random = new Random(seed);
    signals = new Signals(workload);
  }

  public static Scores run(Workload workload, Scaler scaler, long seed) {
    return new Simulation(workload, scaler, seed).run();
  }

  private Scores run() {
    unfinished = workload.arrivals().size();
    for (Workload.Arrival arrival : workload.arrivals()) {
      at(arrival.at(), () -> arrive(new SimulatedJob(arrival.at(), arrival.seconds())));
    }
    at(0, this::look);
    // One that strands work is looked at for three times as long and no more.
    while (!events.isEmpty()
        && now < 3 * workload.length()
        && (unfinished > 0 || now < workload.length())) {
      Event next = events.remove();
      now = next.at();
      next.action().run();
    }
    double end = Math.max(now, workload.length());
    fleet.forEach(worker -> tally.paid(worker, end));
    queue.forEach(job -> tally.waited(end - job.arrived()));
    return tally.scores(workload.changeAt());
  }

  private void at(double time, Runnable action) {
    events.add(new Event(time, sequence++, action));
  }

  private void arrive(SimulatedJob job) {
    signals.arrived(now);
    queue.addLast(job);
    assign();
  }

  /** Who of those with a free slot asks first is chance. */
  private void assign() {
    while (!queue.isEmpty()) {
      var free = fleet.stream().filter(w -> w.takes(workload.platform().slots())).toList();
      if (free.isEmpty()) {
        return;
      }
      SimulatedWorker worker = free.get(random.nextInt(free.size()));
      SimulatedJob job = queue.removeFirst();
      var running = new Running(job, now);
      worker.running.add(running);
      tally.began(job, now);
      at(now + job.seconds(), () -> finish(worker, running));
    }
  }

  private void finish(SimulatedWorker worker, Running running) {
    if (!running.cut) {
      worker.running.remove(running);
      unfinished--;
      signals.finished(running.job.seconds());
      tally.waited(now - running.job.arrived() - running.job.seconds());
      endIfDrained(worker);
      assign();
    }
  }

  private void look() {
    tally.oldest(now, queue.isEmpty() ? 0 : now - queue.getFirst().arrived());
    Instant at = Instant.EPOCH.plusMillis(Math.round(now * 1000));
    Scaler.Order order = scaler.look(signals.snapshot(now, queue, fleet), at);
    obey(order);
    assign();
    tally.size(supply().size());
    at(now + scaler.every(), this::look);
  }

  private List<SimulatedWorker> supply() {
    return fleet.stream().filter(worker -> worker.state.supply()).toList();
  }

  private void obey(Scaler.Order order) {
    int excess = supply().size() - order.size();
    switch (order) {
      case Scaler.Order.Drain drain ->
          supply().stream().filter(w -> drain.victims().contains(w.id)).forEach(this::drain);
      case Scaler.Order.Evict evict -> evict(blind(), excess, evict.grace());
      case Scaler.Order.EvictIdleFirst evict ->
          evict(
              supply().stream()
                  .sorted(Comparator.comparingInt(worker -> worker.running.size()))
                  .toList(),
              excess,
              evict.grace());
    }
    int missing = Math.min(order.size(), workload.platform().maxWorkers()) - supply().size();
    if (order instanceof Scaler.Order.Drain) {
      for (SimulatedWorker worker : fleet) {
        if (missing > 0 && worker.state == GroupState.DRAINING) {
          worker.state = GroupState.RUNNING;
          missing--;
        }
      }
    }
    for (; missing > 0; missing--) {
      start();
    }
  }

  private List<SimulatedWorker> blind() {
    return supply().stream()
        .sorted(
            Comparator.comparing((SimulatedWorker w) -> w.state == GroupState.RUNNING)
                .thenComparing(w -> -w.asked))
        .toList();
  }

  private void start() {
    var worker = new SimulatedWorker(new GroupId("w%05d".formatted(++started)), now);
    fleet.add(worker);
    Workload.Platform platform = workload.platform();
    double takes = platform.startUp() * (0.8 + 0.4 * random.nextDouble());
    takes *= random.nextDouble() < platform.slow() ? 5 : 1;
    boolean fails = random.nextDouble() < platform.failing();
    at(now + takes, () -> started(worker, fails));
  }

  private void started(SimulatedWorker worker, boolean fails) {
    if (worker.state != GroupState.STARTING) {
      return;
    }
    if (fails) {
      end(worker, GroupState.FAILED);
      return;
    }
    worker.state = GroupState.RUNNING;
    worker.ready = now;
    signals.started(now - worker.asked);
    assign();
  }

  private void drain(SimulatedWorker worker) {
    worker.state = GroupState.DRAINING;
    endIfDrained(worker);
  }

  private void endIfDrained(SimulatedWorker worker) {
    if (worker.state == GroupState.DRAINING && worker.running.isEmpty()) {
      end(worker, GroupState.GONE);
    }
  }

  private void evict(List<SimulatedWorker> order, int excess, double grace) {
    for (SimulatedWorker worker : order.subList(0, Math.max(0, excess))) {
      drain(worker);
      at(now + grace, () -> kill(worker));
    }
  }

  private void kill(SimulatedWorker worker) {
    if (worker.alive()) {
      for (Running running : List.copyOf(worker.running)) {
        running.cut = true;
        tally.interrupted();
        queue.addFirst(running.job);
      }
      worker.running.clear();
      end(worker, GroupState.GONE);
      assign();
    }
  }

  private void end(SimulatedWorker worker, GroupState how) {
    worker.state = how;
    tally.paid(worker, now);
    fleet.remove(worker);
  }
}
