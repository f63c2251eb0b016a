package dev.tidemill.jobs.worker;

import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import dev.tidemill.jobs.JobLeases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What jobs left open for those that follow them: a snapshot of a source, until all its chunks are
 * staged. Takes no slot; a worker that stops waits for it as for a running job.
 */
final class KeptOpen implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(KeptOpen.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(3);
  private static final Duration NOTHING_TO_DO = Duration.ofMinutes(1);

  private final JobLeases leases;
  private final Waiter waiter;
  private final BooleanSupplier over;
  private final List<Kept> kept = new ArrayList<>();

  KeptOpen(JobLeases leases, TimeSource time, BooleanSupplier over) {
    this.leases = leases;
    this.waiter = new Waiter(time);
    this.over = over;
  }

  private record Kept(RunId run, AutoCloseable session) {
    void close() {
      try {
        session.close();
      } catch (Exception e) {
        log.warn("What {} had left open did not close well", run, e);
      }
    }
  }

  /**
   * @param needed whether anybody will follow; otherwise they are closed now
   */
  void keep(RunId run, List<AutoCloseable> sessions, boolean needed) {
    List<Kept> all = sessions.stream().map(session -> new Kept(run, session)).toList();
    if (!needed) {
      close(all);
      return;
    }
    synchronized (kept) {
      kept.addAll(all);
    }
    waiter.wake();
  }

  boolean isEmpty() {
    synchronized (kept) {
      return kept.isEmpty();
    }
  }

  @Override
  public void run() {
    while (!over.getAsBoolean()) {
      try {
        waiter.await(isEmpty() ? NOTHING_TO_DO : LOOK_EVERY);
        look();
      } catch (InterruptedException e) {
        if (over.getAsBoolean()) {
          break;
        }
      } catch (RuntimeException e) {
        // The store is away: chunks go on, and so does what they need.
        log.debug("It is not known which stagings are over", e);
      }
    }
    closeAll();
  }

  private void look() {
    List<RunId> runs;
    synchronized (kept) {
      runs = kept.stream().map(Kept::run).distinct().toList();
    }
    for (RunId run : runs) {
      if (leases.staging(run).over()) {
        close(take(run));
      }
    }
  }

  private List<Kept> take(RunId run) {
    synchronized (kept) {
      List<Kept> of = kept.stream().filter(each -> each.run.equals(run)).toList();
      kept.removeAll(of);
      return of;
    }
  }

  /** Whatever is still open: chunks that need it will find it gone. */
  private void closeAll() {
    List<Kept> all;
    synchronized (kept) {
      all = List.copyOf(kept);
      kept.clear();
    }
    close(all);
  }

  private static void close(List<Kept> some) {
    some.forEach(Kept::close);
  }
}
