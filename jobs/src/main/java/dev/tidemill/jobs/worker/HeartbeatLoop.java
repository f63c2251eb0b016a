package dev.tidemill.jobs.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.Waiter;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.HeartbeatAnswer;
import dev.tidemill.jobs.WorkerLease;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signs of life, and what the store says to them. The last thing of a worker to end. */
final class HeartbeatLoop implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(HeartbeatLoop.class);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration TIMEOUTS_EVERY = Duration.ofMillis(500);
  private static final int MOST_SHOWN = 50;
  private static final JsonMapper JSON = new JsonMapper();

  private final JobWorker worker;
  private final Waiter waiter;
  private Duration answeredAt;
  private boolean silent;
  private boolean drained;

  HeartbeatLoop(JobWorker worker) {
    this.worker = worker;
    this.waiter = new Waiter(worker.time);
    this.answeredAt = worker.time.monotonic();
  }

  void wake() {
    waiter.wake();
  }

  @Override
  public void run() {
    Duration next = worker.time.monotonic();
    while (!worker.over()) {
      try {
        Duration now = worker.time.monotonic();
        worker.tell(core -> core.timePassed(now));
        gauges(now);
        Duration left = next.minus(now);
        if (left.isPositive()) {
          boolean woken = waiter.await(left.compareTo(TIMEOUTS_EVERY) < 0 ? left : TIMEOUTS_EVERY);
          if (!woken) {
            continue;
          }
        }
        next = worker.time.monotonic().plus(beat() ? worker.settings.beat() : AFTER_FAILURE);
      } catch (InterruptedException e) {
        if (worker.over()) {
          return;
        }
      }
    }
  }

  /** Returns whether the store answered. */
  private boolean beat() {
    WorkerLease lease = worker.lease();
    if (lease == null) {
      return true;
    }
    var underWay = new boolean[1];
    String doing = doing();
    Heartbeat beat =
        worker.ask(
            core -> {
              underWay[0] = core.claimsUnderWay();
              return core.beat(doing);
            });
    try {
      HeartbeatAnswer answer = worker.leases.heartbeat(lease, beat);
      answered(answer, underWay[0]);
      return true;
    } catch (RuntimeException e) {
      if (worker.over()) {
        return false;
      }
      // What runs goes on: only the store can take a job away, and while it is away it does not.
      if (!silent) {
        log.warn("No answer to a sign of life; jobs go on: {}", e.getMessage());
      }
      log.debug("Heartbeat failed", e);
      silent = true;
      return false;
    }
  }

  private void answered(HeartbeatAnswer answer, boolean underWay) {
    if (silent) {
      log.info("The store answers again");
      silent = false;
    }
    Duration now = worker.time.monotonic();
    answeredAt = now;
    worker.tell(core -> core.beaten(answer, underWay, now));
    if (answer.leaseLost()) {
      log.warn(
          "{} was taken for dead: {} jobs belong to others now",
          worker.settings.name(),
          answer.lost().size());
      worker.metrics.leaseLost();
      worker.registerAnew();
      wakeAll();
    } else {
      answer.due().forEach(worker::wake);
      if (drained && !answer.drain()) {
        wakeAll();
      }
    }
    drained = answer.drain();
    if (answer.upkeepDue()) {
      worker.upkeepDue();
    }
  }

  private void wakeAll() {
    for (Queue queue : Queue.values()) {
      worker.wake(queue);
    }
  }

  private String doing() {
    List<Execution.Doing> longest =
        worker.executing().stream()
            .map(Execution::doing)
            .sorted(Comparator.comparingLong(Execution.Doing::seconds).reversed())
            .limit(MOST_SHOWN)
            .toList();
    try {
      return JSON.writeValueAsString(longest);
    } catch (JsonProcessingException e) {
      return "[]";
    }
  }

  private void gauges(Duration now) {
    Duration oldest =
        worker.executing().stream()
            .map(Execution::doing)
            .map(doing -> Duration.ofSeconds(doing.seconds()))
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    worker.metrics.gauges(worker.running(), worker.settings.slots(), oldest, now.minus(answeredAt));
  }
}
