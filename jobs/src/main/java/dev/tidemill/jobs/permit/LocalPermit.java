package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.permit.Permits.Permit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A permit that only this process knows: given back, it lies in the mailbox again. */
final class LocalPermit implements Permit {
  private final Queue queue;
  private final Mailbox mailbox;
  private final AtomicBoolean ended = new AtomicBoolean();

  LocalPermit(Queue queue, Mailbox mailbox) {
    this.queue = queue;
    this.mailbox = mailbox;
  }

  @Override
  public Queue queue() {
    return queue;
  }

  @Override
  public void used() {
    ended.set(true);
  }

  @Override
  public void giveBack() {
    if (ended.compareAndSet(false, true)) {
      mailbox.keep(new LocalPermit(queue, mailbox));
    }
  }
}
