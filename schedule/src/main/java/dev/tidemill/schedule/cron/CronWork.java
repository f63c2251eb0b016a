package dev.tidemill.schedule.cron;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import dev.tidemill.schedule.leader.Election;
import dev.tidemill.schedule.leader.LeaderLatch;
import dev.tidemill.schedule.leader.Term;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reign: fires while the lease is trusted, until told to end. It does not end by itself:
 * whether the trust is gone for good is the elector's to say.
 */
final class CronWork implements Election.Reign {
  private static final Logger log = LoggerFactory.getLogger(CronWork.class);

  private static final Duration DISTRUST = Duration.ofMillis(50);

  private final Firing firing;
  private final LeaderLatch latch;
  private final TimeSource time;
  private final CronMetrics metrics;
  private final Waiter waiter;
  private volatile boolean ending;

  CronWork(Firing firing, LeaderLatch latch, TimeSource time, CronMetrics metrics) {
    this.firing = firing;
    this.latch = latch;
    this.time = time;
    this.metrics = metrics;
    this.waiter = new Waiter(time);
  }

  /** The batch under way is the last one. */
  @Override
  public void end() {
    ending = true;
    waiter.wake();
  }

  @Override
  public void run() {
    var core = new CronCore(time.monotonic());
    try {
      while (!ending) {
        // By the clock, right before each act: a node that slept must not believe itself.
        Optional<Term> term = latch.trusted();
        if (term.isPresent()) {
          act(core, term.get());
        } else {
          waiter.await(DISTRUST);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void act(CronCore core, Term term) throws InterruptedException {
    try {
      switch (core.step(time.monotonic())) {
        case CronAction.Fire fire -> {
          Fired fired = firing.fire(term, fire.most());
          metrics.fired(fired);
          core.fired(time.monotonic(), fired);
        }
        case CronAction.StartQueued queued -> {
          Fired fired = firing.startQueued(term, queued.most());
          metrics.fired(fired);
          core.startedQueued(time.monotonic(), fired);
        }
        case CronAction.Forget forget -> {
          firing.forget(forget.age());
          core.forgot(time.monotonic());
        }
        case CronAction.Wait wait -> waiter.await(wait.time());
      }
    } catch (RuntimeException e) {
      log.warn("schedules could not be fired; next try in {}", CronCore.LOOK, e);
      core.failed(time.monotonic());
    }
  }
}
