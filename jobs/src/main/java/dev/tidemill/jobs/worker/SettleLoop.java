package dev.tidemill.jobs.worker;

import dev.tidemill.core.time.Backoff;
import dev.tidemill.core.time.Waiter;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.JobLines;
import dev.tidemill.jobs.SettleAnswer;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.WorkerLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the store how executions ended. While one batch is under way the next one gathers, so
 * batches are as large as the store is slow, and nothing waits when it is not.
 */
final class SettleLoop implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(SettleLoop.class);
  static final Backoff AFTER_FAILURE =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(3), 0.25);

  /** How often lines of running jobs are brought to the store. */
  private static final Duration LINES_EVERY = Duration.ofSeconds(2);

  private final JobWorker worker;
  private final Waiter waiter;
  private final Map<Claim, String> types = new ConcurrentHashMap<>();
  private final Map<Claim, List<String>> lastLines = new ConcurrentHashMap<>();

  SettleLoop(JobWorker worker) {
    this.worker = worker;
    this.waiter = new Waiter(worker.time);
  }

  void wake() {
    waiter.wake();
  }

  /** Keeps what is needed of an execution that is over, until its end was told. */
  void keep(Execution execution, String type) {
    types.put(execution.claim(), type);
    List<String> lines = execution.takeLines();
    if (!lines.isEmpty()) {
      lastLines.put(execution.claim(), lines);
    }
  }

  @Override
  public void run() {
    int failures = 0;
    while (!worker.over()) {
      try {
        List<Settlement> batch = worker.ask(WorkerCore::nextSettle);
        if (batch.isEmpty()) {
          linesOfRunning();
          waiter.await(LINES_EVERY);
          continue;
        }
        if (settle(batch)) {
          failures = 0;
        } else {
          failures++;
          worker.time.sleep(AFTER_FAILURE.after(failures, RandomGenerator.getDefault()));
        }
      } catch (InterruptedException e) {
        if (worker.over()) {
          return;
        }
      }
    }
  }

  private boolean settle(List<Settlement> batch) {
    WorkerLease lease = worker.lease();
    if (lease == null) {
      worker.tell(core -> core.settleFailed(batch));
      return false;
    }
    try {
      linesOf(lease, batch);
      List<SettleAnswer> answers = worker.leases.settle(lease, batch);
      worker.tell(core -> core.settled(batch, answers));
      worker.roomMayHaveGrown();
      for (int i = 0; i < batch.size(); i++) {
        note(batch.get(i), answers.get(i));
      }
      return true;
    } catch (RuntimeException e) {
      log.warn("The store was not told of {} ends, and will be: {}", batch.size(), e.getMessage());
      log.debug("Settling failed", e);
      worker.tell(core -> core.settleFailed(batch));
      return false;
    }
  }

  private void note(Settlement settlement, SettleAnswer answer) {
    Claim claim = settlement.claim();
    String type = types.remove(claim);
    lastLines.remove(claim);
    worker.metrics.settled(type == null ? "" : type, settlement, answer);
    if (answer == SettleAnswer.LOST) {
      log.warn("{} ({}) was no longer ours; its end is thrown away", claim.job(), claim.epoch());
    }
  }

  /** Before the end: lines count only from an epoch that still holds. */
  private void linesOf(WorkerLease lease, List<Settlement> batch) {
    if (lastLines.isEmpty()) {
      return;
    }
    var lines = new ArrayList<JobLines>();
    for (Settlement settlement : batch) {
      List<String> of = lastLines.remove(settlement.claim());
      if (of != null) {
        lines.add(new JobLines(settlement.claim(), of));
      }
    }
    worker.leases.log(lease, lines);
  }

  private void linesOfRunning() {
    var lines = new ArrayList<JobLines>();
    for (Execution execution : worker.executing()) {
      List<String> of = execution.takeLines();
      if (!of.isEmpty()) {
        lines.add(new JobLines(execution.claim(), of));
      }
    }
    WorkerLease lease = worker.lease();
    if (lines.isEmpty() || lease == null) {
      return;
    }
    try {
      worker.leases.log(lease, lines);
    } catch (RuntimeException e) {
      log.warn("Lines of {} jobs were lost: {}", lines.size(), e.getMessage());
    }
  }
}
