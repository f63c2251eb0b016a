package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Permits for an embedded store, where all who ring and take are in one process. */
public final class InProcessPermits implements Permits {
  /** Nothing to attend to: the taker is told of everything. */
  private static final Duration NEVER = Duration.ofDays(1);

  private final PerQueue<Mailbox> mailboxes;
  private final PerQueue<LongAdder> rings = new PerQueue<>(queue -> new LongAdder());

  public InProcessPermits(TimeSource time) {
    mailboxes = new PerQueue<>(queue -> new Mailbox(time));
  }

  @Override
  public void ring(Queue queue) {
    Mailbox mailbox = mailboxes.of(queue);
    mailbox.keep(new LocalPermit(queue, mailbox));
    rings.of(queue).increment();
  }

  @Override
  public Optional<Permit> take(Queue queue, Duration limit) throws InterruptedException {
    return mailboxes.of(queue).take(limit, () -> NEVER);
  }

  @Override
  public void wake(Queue queue) {
    mailboxes.of(queue).wake();
  }

  @Override
  public void ping() {
    // It is this process, and this process answers.
  }

  @Override
  public RingCounts counts(Queue queue) {
    return new RingCounts(rings.of(queue).sum(), 0, 0);
  }

  @Override
  public void close() {
    mailboxes.forEach(Mailbox::close);
  }
}
