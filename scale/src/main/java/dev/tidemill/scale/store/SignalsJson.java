package dev.tidemill.scale.store;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Words;
import dev.tidemill.scale.Reading;
import dev.tidemill.scale.signal.FleetSignals;
import dev.tidemill.scale.signal.WorkSignals;
import dev.tidemill.scale.signal.WorkerSignals;
import java.time.Duration;
import java.util.List;
import java.util.function.ToIntFunction;

/** Signals as the API tells them: sums first, so that a path of one word finds them. */
final class SignalsJson {
  private SignalsJson() {}

  static ObjectNode flat(FleetSignals signals, Duration age) {
    ObjectNode node = Json.object().put("at", signals.at().toString());
    node.put("age_seconds", seconds(age));
    sums(node, signals);
    for (Queue queue : Queue.values()) {
      List<WorkSignals> of = signals.work().stream().filter(w -> w.queue() == queue).toList();
      String prefix = Words.of(queue) + "_";
      node.put(prefix + "waiting", sum(of, WorkSignals::waiting));
      node.put(prefix + "running", sum(of, WorkSignals::inFlight));
      node.put(prefix + "due_parked", sum(of, WorkSignals::dueParked));
      node.put(prefix + "oldest_wait_seconds", oldest(of));
    }
    ArrayNode sets = node.putArray("sets");
    signals.work().forEach(work -> sets.add(set(work)));
    return node;
  }

  private static void sums(ObjectNode node, FleetSignals signals) {
    List<WorkSignals> all = signals.work();
    int waiting = sum(all, WorkSignals::waiting);
    int running = sum(all, WorkSignals::inFlight);
    int parked = sum(all, WorkSignals::dueParked);
    node.put("tasks", waiting + running + parked)
        .put("waiting", waiting)
        .put("running", running)
        .put("due_parked", parked)
        .put("oldest_wait_seconds", oldest(all))
        .put("due_soon", sum(all, WorkSignals::dueSoon));
    double rate = 0;
    for (WorkSignals work : all) {
      rate += work.pace().arrivals() instanceof Reading.Known<Double> known ? known.value() : 0;
    }
    node.put("arrivals_per_second", rate);
    node.put("workers", signals.workers().size())
        .put("idle_workers", signals.workers().stream().filter(w -> w.held() == 0).count())
        .put("draining_workers", signals.workers().stream().filter(w -> !w.takes()).count())
        .put("slots", signals.slots())
        .put("busy_slots", signals.busySlots());
    // Without a worker no share is in use, and none is free either.
    if (signals.saturation() instanceof Reading.Known<Double> known) {
      node.put("saturation", known.value());
    } else {
      node.putNull("saturation");
    }
    node.put("capped", all.stream().anyMatch(WorkSignals::capped));
  }

  private static ObjectNode set(WorkSignals work) {
    ObjectNode node = Json.object().put("queue", Words.of(work.queue()));
    node.put("capabilities", work.needs().toString())
        .put("waiting", work.waiting())
        .put("running", work.inFlight())
        .put("due_parked", work.dueParked())
        .put("oldest_wait_seconds", seconds(work.oldestWait()))
        .put("due_soon", work.dueSoon());
    if (work.pace().duration() instanceof Reading.Known<Duration> known) {
      node.put("job_seconds", seconds(known.value()));
    } else {
      node.putNull("job_seconds");
    }
    if (work.pace().arrivals() instanceof Reading.Known<Double> known) {
      node.put("arrivals_per_second", known.value());
    }
    return node.put("capped", work.capped());
  }

  /** The workers of each group, as they are. */
  static ObjectNode worker(WorkerSignals worker) {
    return Json.object()
        .put("name", worker.name())
        .put("group", worker.group())
        .put("held", worker.held())
        .put("slots", worker.slots())
        .put("draining", !worker.takes());
  }

  static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  private static double oldest(List<WorkSignals> work) {
    return work.stream().mapToDouble(one -> seconds(one.oldestWait())).max().orElse(0);
  }

  private static int sum(List<WorkSignals> work, ToIntFunction<WorkSignals> value) {
    return work.stream().mapToInt(value).sum();
  }
}
