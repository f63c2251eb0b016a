package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.permit.Permits.Permit;
import io.nats.client.Message;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A message that is neither acknowledged nor refused yet. */
final class NatsPermit implements Permit {
  private static final Logger log = LoggerFactory.getLogger(NatsPermit.class);

  private final Queue queue;
  private final Message message;
  private final Set<NatsPermit> unended;

  NatsPermit(Queue queue, Message message, Set<NatsPermit> unended) {
    this.queue = queue;
    this.message = message;
    this.unended = unended;
    unended.add(this);
  }

  @Override
  public Queue queue() {
    return queue;
  }

  @Override
  public void used() {
    end(message::ack);
  }

  @Override
  public void giveBack() {
    end(message::nak);
  }

  private void end(Runnable answer) {
    if (!unended.remove(this)) {
      return;
    }
    // The client drops what an interrupted thread tells it, and who shuts down is often
    // interrupted.
    boolean interrupted = Thread.interrupted();
    try {
      answer.run();
    } catch (RuntimeException e) {
      // The broker will hand it out again; a permit too many is harmless.
      log.debug("The queue did not hear of the end of a permit: {}", e.getMessage());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
