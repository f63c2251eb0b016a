package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import java.time.Duration;
import java.util.Optional;

/**
 * Permits of one process that has two takers: its own worker, and those who ask it over HTTP. Each
 * takes from its own; rings are heard by both, which costs one of them a claim that finds nothing.
 */
public record RingBoth(Permits own, Permits other) implements Permits {

  @Override
  public void ring(Queue queue) {
    own.ring(queue);
    other.ring(queue);
  }

  @Override
  public Optional<Permit> take(Queue queue, Duration limit) throws InterruptedException {
    return own.take(queue, limit);
  }

  @Override
  public void wake(Queue queue) {
    own.wake(queue);
  }

  @Override
  public void ping() {
    own.ping();
  }

  @Override
  public RingCounts counts(Queue queue) {
    return own.counts(queue);
  }

  @Override
  public void close() {
    own.close();
    other.close();
  }
}
