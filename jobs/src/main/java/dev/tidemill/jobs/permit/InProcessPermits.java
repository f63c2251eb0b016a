package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.TimeSource;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Permits for an embedded store, where all who ring and take are in one process. */
public final class InProcessPermits implements Permits {
  /** Nothing to attend to: the taker is told of everything. */
  private static final Duration NEVER = Duration.ofDays(1);

  private final Map<Queue, Mailbox> mailboxes = new EnumMap<>(Queue.class);
  private final Map<Queue, LongAdder> rings = new EnumMap<>(Queue.class);

  public InProcessPermits(TimeSource time) {
    for (Queue queue : Queue.values()) {
      mailboxes.put(queue, new Mailbox(time));
      rings.put(queue, new LongAdder());
    }
  }

  @Override
  public void ring(Queue queue) {
    Mailbox mailbox = mailboxes.get(queue);
    mailbox.keep(new LocalPermit(queue, mailbox));
    rings.get(queue).increment();
  }

  @Override
  public Optional<Permit> take(Queue queue, Duration limit) throws InterruptedException {
    return mailboxes.get(queue).take(limit, () -> NEVER);
  }

  @Override
  public void wake(Queue queue) {
    mailboxes.get(queue).wake();
  }

  @Override
  public void ping() {
    // It is this process, and this process answers.
  }

  @Override
  public RingCounts counts(Queue queue) {
    return new RingCounts(rings.get(queue).sum(), 0, 0);
  }

  @Override
  public void close() {
    mailboxes.values().forEach(Mailbox::close);
  }
}
