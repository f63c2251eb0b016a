package dev.tidemill.adapters.keda;

import dev.tidemill.scale.Demand;
import dev.tidemill.scale.Reading;
import java.time.Duration;
import java.util.List;

/**
 * Demand as one number: a task counts 1. When the oldest has waited for longer than the goal, each
 * that waits counts as many times more, up to a worker's fill, so that at most a worker for each is
 * asked for. Pure.
 */
record Pressure(int waiting, int running, double weight) {

  static Reading<Pressure> of(List<Demand> all, Trigger trigger) {
    List<Demand> own =
        all.stream().filter(d -> d.capabilities().equals(trigger.capabilities())).toList();
    Reading<Integer> tasks = Reading.sum(own.stream().map(Demand::tasks).toList());
    Reading<Integer> running = Reading.sum(own.stream().map(Demand::inFlight).toList());
    Reading<Double> weight = weight(own, trigger);
    return switch (tasks) {
      case Reading.Unknown<Integer> unknown -> new Reading.Unknown<>(unknown.why());
      case Reading.Known<Integer> known ->
          switch (weight) {
            case Reading.Unknown<Double> unknown -> new Reading.Unknown<>(unknown.why());
            case Reading.Known<Double> heavy -> {
              int busy = ((Reading.Known<Integer>) running).value();
              yield Reading.of(new Pressure(known.value() - busy, busy, heavy.value()));
            }
          };
    };
  }

  private static Reading<Double> weight(List<Demand> own, Trigger trigger) {
    Duration goal = trigger.waitGoal();
    double most = 1;
    if (goal != null) {
      for (Demand demand : own) {
        for (Reading<Duration> wait : List.of(demand.oldestWait(), demand.oldestQuery())) {
          switch (wait) {
            case Reading.Known<Duration> known ->
                most = Math.max(most, (double) known.value().toMillis() / goal.toMillis());
            case Reading.Unknown<Duration> unknown -> {
              return new Reading.Unknown<>(unknown.why());
            }
          }
        }
      }
    }
    return Reading.of(Math.min(most, trigger.tasksPerWorker()));
  }

  boolean active() {
    return waiting + running > 0;
  }

  double value() {
    return running + waiting * weight;
  }
}
