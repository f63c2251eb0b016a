package dev.tidemill.jobs.permit;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.permit.Bell.Struck;
import dev.tidemill.jobs.store.StoreUrl;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Permits by PostgreSQL's LISTEN and NOTIFY: each ring is heard by every process that listens, so
 * several may look for the same work. A ring is heard by those who listen at that moment, and a
 * process listens from its first take on; whenever it begins to listen it gets one permit, for the
 * rings that it missed. A permit given back stays in this process.
 *
 * <p>An idle process sends no statements. {@link #wake} makes it ask whether its line still lives.
 */
public final class NotifyPermits implements Permits {
  private static final Logger log = LoggerFactory.getLogger(NotifyPermits.class);

  /** At most about 200 notifications a second of one process and queue. */
  private static final Duration REST = Duration.ofMillis(5);

  /** Nothing to attend to: the taker is told of everything. */
  private static final Duration NEVER = Duration.ofDays(1);

  private final StoreUrl url;
  private final NotifySender sender;
  private final NotifyLine line;
  private final PerQueue<Mailbox> mailboxes;
  private final PerQueue<Bell> bells;
  private final AtomicBoolean listening = new AtomicBoolean();

  /** Opens without connecting: the first ring and the first take do that. */
  public NotifyPermits(StoreUrl url, TimeSource time) {
    this.url = url;
    this.sender = new NotifySender(url);
    this.line = new NotifyLine(url, time, this::hint);
    this.mailboxes = new PerQueue<>(queue -> new Mailbox(time));
    this.bells =
        new PerQueue<>(queue -> new Bell("ring-" + queue.word(), REST, time, () -> send(queue)));
  }

  @Override
  public void ring(Queue queue) {
    bells.of(queue).ring();
  }

  @Override
  public Optional<Permit> take(Queue queue, Duration limit) throws InterruptedException {
    if (listening.compareAndSet(false, true)) {
      line.start();
    }
    return mailboxes.of(queue).take(limit, () -> NEVER);
  }

  @Override
  public void wake(Queue queue) {
    line.doubt();
    mailboxes.of(queue).wake();
  }

  @Override
  public void ping() {
    try {
      sender.ping();
    } catch (SQLException e) {
      throw Problem.of(JobsError.QUEUE_UNAVAILABLE, "the store does not answer for hints: " + url)
          .cause(String.valueOf(e.getMessage()))
          .next("check that the store runs; no work is lost")
          .exception(e);
    }
  }

  @Override
  public RingCounts counts(Queue queue) {
    return bells.of(queue).counts();
  }

  @Override
  public void close() {
    bells.forEach(Bell::close);
    mailboxes.forEach(Mailbox::close);
    line.close();
    sender.close();
  }

  private void hint(Queue queue) {
    Mailbox mailbox = mailboxes.of(queue);
    mailbox.keep(new LocalPermit(queue, mailbox));
  }

  private Struck send(Queue queue) {
    try {
      sender.send(queue);
      return Struck.SENT;
    } catch (SQLException e) {
      log.debug("A hint could not be sent: {}", e.getMessage());
      return Struck.DROPPED;
    }
  }
}
