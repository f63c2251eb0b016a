package dev.tidemill.scale.policy;

import java.time.Duration;

/**
 * How many slots a pool needs, from what is to be done and how long it takes.
 *
 * <p>A new worker helps only after its start-up. Until then the slots there are work off {@code
 * ready × startUp / duration} of what waits and of what comes meanwhile, and those that are
 * starting half of that; only the rest is what others are needed for. From then on a slot begins a
 * job at once and another every {@code duration}, so that {@code n} slots begin {@code n × (1 +
 * goal / duration)} jobs within the goal, those that run now and those still to come included. The
 * smallest such {@code n} is the need. What runs now, or will at once, keeps its slots in any case,
 * and beside it there is room for chance: jobs that come independently of each other vary by the
 * square root of their number.
 *
 * @param waiting jobs that wait, and those that schedules will start soon
 * @param running jobs that hold a slot
 * @param arrivals jobs that come in a second
 */
record Need(int waiting, int running, double arrivals, Slots slots, Times times) {

  record Slots(int ready, int starting) {
    int all() {
      return ready + starting;
    }
  }

  /**
   * @param headroom how many times the square root of what runs is kept free
   */
  record Times(Duration job, Duration startUp, Duration goal, double headroom) {}

  /** At least one while there is anything to do. */
  int needed() {
    if (waiting + running == 0) {
      return 0;
    }
    double goal = seconds(times.goal);
    int busy = Math.min(Math.max(running, slots.all()), running + waiting);
    double backlog = (rest() + arrivals * goal + busy) / (1 + goal / job());
    double chance = busy + times.headroom * Math.sqrt(running);
    return (int) Math.min(1_000_000, Math.max(1, Math.ceil(Math.max(chance, backlog) - 0.01)));
  }

  /** What still waits when a worker asked for now could begin. */
  private double rest() {
    double startUp = seconds(times.startUp);
    double done = (slots.ready + 0.5 * slots.starting) * startUp / job();
    double free = Math.max(0, slots.all() - running);
    return Math.max(0, waiting - free + arrivals * startUp - done);
  }

  private double job() {
    return Math.max(0.001, seconds(times.job));
  }

  static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
