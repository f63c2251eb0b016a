package dev.tidemill.scale.simulate;

import dev.tidemill.scale.simulate.Workload.Arrival;
import dev.tidemill.scale.simulate.Workload.Fire;
import dev.tidemill.scale.simulate.Workload.Platform;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** The loads that scalers are compared with; the seed decides when exactly jobs come. */
public final class Workloads {
  private static final double HOUR = 3600;
  private static final Platform PLAIN = new Platform(2, 50, 20, 0, 0);

  private Workloads() {}

  public static List<Workload> all(long seed) {
    return List.of(
        step(seed),
        spike(seed),
        ramp(seed),
        sine(seed),
        herd(seed),
        slowStarts(seed),
        failingStarts(seed),
        heavyTail(seed),
        longJobs(seed),
        shortJobs(seed));
  }

  /** Little, then much for an hour, then nothing. */
  public static Workload step(long seed) {
    var random = new Random(seed);
    var jobs = poisson(random, 0, 2 * HOUR, t -> t < 1200 ? 0.1 : t < 4800 ? 1.0 : 0);
    return new Workload("step", lasting(random, jobs, 30), List.of(), PLAIN, 1200, 2 * HOUR);
  }

  /** Three hundred jobs at once on top of little. */
  public static Workload spike(long seed) {
    var random = new Random(seed);
    var jobs = new ArrayList<>(poisson(random, 0, HOUR, t -> 0.1));
    for (int i = 0; i < 300; i++) {
      jobs.add(1200 + random.nextDouble());
    }
    return new Workload("spike", lasting(random, jobs, 20), List.of(), PLAIN, 1200, 1.5 * HOUR);
  }

  /** Slowly more, slowly less. */
  public static Workload ramp(long seed) {
    var random = new Random(seed);
    var jobs = poisson(random, 0, 2 * HOUR, t -> Math.max(0, 1.2 * (1 - Math.abs(t / HOUR - 1))));
    return new Workload("ramp", lasting(random, jobs, 40), List.of(), PLAIN, 0, 2.5 * HOUR);
  }

  /** Up and down around what a few workers can do, every five minutes. */
  public static Workload sine(long seed) {
    var random = new Random(seed);
    var jobs = poisson(random, 0, 2 * HOUR, t -> 0.5 + 0.3 * Math.sin(2 * Math.PI * t / 300));
    return new Workload("sine", lasting(random, jobs, 20), List.of(), PLAIN, 0, 2.2 * HOUR);
  }

  /** Every twenty minutes schedules start eighty jobs; nothing between. */
  public static Workload herd(long seed) {
    var random = new Random(seed);
    List<Double> jobs = new ArrayList<>();
    List<Fire> fires = new ArrayList<>();
    for (double at = 600; at < 2 * HOUR; at += 1200) {
      fires.add(new Fire(at, 80));
      for (int i = 0; i < 80; i++) {
        jobs.add(at + random.nextDouble());
      }
    }
    return new Workload("cron herd", lasting(random, jobs, 45), fires, PLAIN, 600, 2.3 * HOUR);
  }

  /** A step on a platform that takes three minutes to start a worker, sometimes fifteen. */
  public static Workload slowStarts(long seed) {
    return on("slow starts", new Platform(2, 50, 180, 0.1, 0), step(seed));
  }

  /** A step on a platform that fails every third start. */
  public static Workload failingStarts(long seed) {
    return on("failing starts", new Platform(2, 50, 20, 0, 0.33), step(seed));
  }

  /** Most jobs take seconds, a few take an hour. */
  public static Workload heavyTail(long seed) {
    var random = new Random(seed);
    var jobs = new ArrayList<Arrival>();
    for (double at : poisson(random, 0, 2 * HOUR, t -> t % 2400 < 1200 ? 0.6 : 0.1)) {
      double pareto = 5 / Math.pow(1 - random.nextDouble(), 1 / 1.2);
      jobs.add(new Arrival(at, Math.min(HOUR, pareto)));
    }
    return new Workload("heavy tail", jobs, List.of(), PLAIN, 0, 3 * HOUR);
  }

  /** Few jobs of about ten minutes. */
  public static Workload longJobs(long seed) {
    var random = new Random(seed);
    var jobs = poisson(random, 0, 3 * HOUR, t -> t % HOUR < 1800 ? 0.04 : 0.01);
    return new Workload("long jobs", lasting(random, jobs, 600), List.of(), PLAIN, 0, 4 * HOUR);
  }

  /** Very many of less than a second each. */
  public static Workload shortJobs(long seed) {
    var random = new Random(seed);
    var jobs = poisson(random, 0, HOUR, t -> t % 1800 < 900 ? 15 : 2);
    return new Workload("short jobs", lasting(random, jobs, 0.7), List.of(), PLAIN, 0, 1.3 * HOUR);
  }

  private static Workload on(String name, Platform platform, Workload load) {
    return new Workload(
        name, load.arrivals(), load.fires(), platform, load.changeAt(), load.length());
  }

  /** Arrivals at a rate that changes with time, by thinning. */
  private static List<Double> poisson(
      Random random, double from, double to, DoubleUnaryOperator rate) {
    double most = 0;
    for (double t = from; t < to; t++) {
      most = Math.max(most, rate.applyAsDouble(t));
    }
    List<Double> times = new ArrayList<>();
    double at = from;
    while (true) {
      at += -Math.log(1 - random.nextDouble()) / most;
      if (at >= to) {
        return times;
      }
      if (random.nextDouble() * most < rate.applyAsDouble(at)) {
        times.add(at);
      }
    }
  }

  /** Between half and one and a half times the mean. */
  private static List<Arrival> lasting(Random random, List<Double> times, double mean) {
    return times.stream().map(at -> new Arrival(at, mean * (0.5 + random.nextDouble()))).toList();
  }
}
