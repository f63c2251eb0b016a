package dev.tidemill.jobs.upkeep;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobUpkeep;
import dev.tidemill.jobs.permit.Permits;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pass of upkeep every few seconds, in turns with all others who do it. What may take long and
 * can wait is done beside it: an object store that does not answer must not keep jobs with dead
 * workers.
 */
public final class UpkeepLoop extends BaseService {
  private static final Logger log = LoggerFactory.getLogger(UpkeepLoop.class);
  private static final Duration STANDBY = Duration.ofMinutes(10);

  /** It is woken by each pass. */
  private static final Duration UNTIL_WOKEN = Duration.ofHours(1);

  private final UpkeepSettings settings;
  private final Recovery recovery;
  private final JobUpkeep upkeep;
  private final OutputSweep sweep;
  private final Permits permits;
  private final UpkeepMetrics metrics;
  private final Loop loop;
  private final Loop housekeeping;
  private volatile boolean needed;
  private volatile boolean passed;

  public UpkeepLoop(
      UpkeepSettings settings,
      Recovery recovery,
      JobUpkeep upkeep,
      OutputSweep sweep,
      Permits permits,
      TimeSource time,
      UpkeepMetrics metrics) {
    super("upkeep");
    this.settings = settings;
    this.recovery = recovery;
    this.upkeep = upkeep;
    this.sweep = sweep;
    this.permits = permits;
    this.metrics = metrics;
    this.loop = new Loop("upkeep", time, this::round);
    this.housekeeping = new Loop("housekeeping", time, this::afterPass);
  }

  /** Nobody does upkeep: whoever stands by should. */
  public void due() {
    needed = true;
    if (settings.standby()) {
      loop.wake();
    }
  }

  @Override
  protected void open() {
    metrics.worstCase(recovery.worstCase());
    housekeeping.start();
    loop.start();
  }

  @Override
  protected void close() {
    loop.stop();
    housekeeping.stop();
  }

  private Duration round() {
    if (settings.standby() && !needed) {
      return STANDBY;
    }
    needed = false;
    // With a little to spare, so that the one who has the turn keeps it.
    if (upkeep.turn(settings.every().minus(settings.every().dividedBy(10)))) {
      pass();
      passed = true;
      housekeeping.wake();
    }
    return settings.every();
  }

  private Duration afterPass() {
    if (passed) {
      passed = false;
      tidy();
    }
    return UNTIL_WOKEN;
  }

  /** Each part for itself: one that fails must not keep the others from their work. */
  void pass() {
    metrics.add(UpkeepMetrics.PASSES, 1);
    part("taking jobs from dead workers", this::reclaim);
    part("deadlines", () -> metrics.add(UpkeepMetrics.OVERDUE, upkeep.failOverdue()));
    part("gates", () -> metrics.add(UpkeepMetrics.REPAIRED, upkeep.repairGates()));
    part("due work", this::ring);
    part("counting", () -> metrics.backlog(upkeep.backlog()));
  }

  void tidy() {
    part("leftovers", () -> metrics.add(UpkeepMetrics.SWEPT, sweep.sweep()));
    part("retention", () -> metrics.add(UpkeepMetrics.DELETED, upkeep.retain(settings.keep())));
  }

  private void reclaim() {
    JobUpkeep.Reclaimed reclaimed = upkeep.reclaim();
    metrics.reclaimed(reclaimed);
    if (reclaimed.workers() > 0) {
      log.warn(
          "{} workers were lost: {} jobs go to others, {} failed, {} cancelled",
          reclaimed.workers(),
          reclaimed.returned(),
          reclaimed.failed(),
          reclaimed.cancelled());
    }
  }

  /** One hint for each queue and pass; who takes it hands it on when there is more. */
  private void ring() {
    for (Queue queue : upkeep.due()) {
      permits.ring(queue);
      metrics.rung(queue.word());
    }
  }

  private static void part(String name, Runnable body) {
    try {
      body.run();
    } catch (RuntimeException e) {
      if (Thread.currentThread().isInterrupted()) {
        // The process goes down in the middle of a pass; the next one does it all.
        return;
      }
      log.warn("Upkeep: {} failed and is tried again with the next pass: {}", name, e.getMessage());
      log.debug("Upkeep failed", e);
    }
  }
}
