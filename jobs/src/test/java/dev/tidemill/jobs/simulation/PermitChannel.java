package dev.tidemill.jobs.simulation;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.SimulatedTime;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Hints, each for one worker, which may be one that has gone: lost, doubled, late. */
final class PermitChannel {
  private final SimulatedTime time;
  private final Random random;
  private final List<SimWorker> workers;
  private boolean faulty = true;

  PermitChannel(SimulatedTime time, Random random, List<SimWorker> workers) {
    this.time = time;
    this.random = random;
    this.workers = workers;
  }

  void ring(Queue queue, Duration in) {
    int luck = faulty ? random.nextInt(10) : 9;
    int copies = luck < 2 ? 0 : luck == 2 ? 2 : 1;
    for (int i = 0; i < copies && !workers.isEmpty(); i++) {
      Duration late = luck == 3 ? Duration.ofSeconds(random.nextInt(30)) : Duration.ofMillis(2);
      time.schedule(in.plus(late), () -> taker().hinted(queue));
    }
  }

  private SimWorker taker() {
    return workers.get(random.nextInt(workers.size()));
  }

  void heal() {
    faulty = false;
  }
}
