package dev.tidemill.jobs.worker;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import dev.tidemill.jobs.permit.Permits;
import dev.tidemill.jobs.permit.RingCounts;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Permits that come only when the test says so, and that tell what became of them. */
final class OnePermit implements Permits {
  private final Waiter waiter;
  private final Collection<String> order;
  private final AtomicBoolean offered = new AtomicBoolean();

  OnePermit(TimeSource time, Collection<String> order) {
    this.waiter = new Waiter(time);
    this.order = order;
  }

  void offer() {
    offered.set(true);
    waiter.wake();
  }

  @Override
  public void ring(Queue queue) {}

  @Override
  public Optional<Permit> take(Queue queue, Duration limit) throws InterruptedException {
    waiter.await(limit);
    if (!offered.getAndSet(false)) {
      return Optional.empty();
    }
    order.add("taken");
    return Optional.of(
        new Permit() {
          @Override
          public Queue queue() {
            return queue;
          }

          @Override
          public void used() {
            order.add("used");
          }

          @Override
          public void giveBack() {
            order.add("given back");
          }
        });
  }

  @Override
  public void wake(Queue queue) {
    waiter.wake();
  }

  @Override
  public void ping() {}

  @Override
  public RingCounts counts(Queue queue) {
    return new RingCounts(0, 0, 0);
  }

  @Override
  public void close() {}
}
