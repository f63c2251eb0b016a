package dev.tidemill.scale.simulate;

import dev.tidemill.scale.simulate.SimulatedWorker.SimulatedJob;

/** Adds up what a simulation costs. */
final class Tally {
  private static final double LONG_WAIT = 30;

  private double waited;
  private double paid;
  private int turns;
  private int interrupted;
  private double lastLongWait;
  private int peak;
  private int size;
  private int direction;

  void waited(double seconds) {
    waited += Math.max(0, seconds);
  }

  void paid(SimulatedWorker worker, double until) {
    paid += until - worker.asked;
  }

  void interrupted() {
    interrupted++;
  }

  void began(SimulatedJob job, double now) {
    oldest(now, now - job.arrived());
  }

  void oldest(double now, double wait) {
    if (wait > LONG_WAIT) {
      lastLongWait = now;
    }
  }

  void size(int workers) {
    int step = Integer.signum(workers - size);
    if (step != 0 && step != direction) {
      turns++;
      direction = step;
    }
    size = workers;
    peak = Math.max(peak, workers);
  }

  Scores scores(double changeAt) {
    return new Scores(waited, paid, turns, interrupted, Math.max(0, lastLongWait - changeAt), peak);
  }
}
