package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.permit.NatsLine.Finding;
import dev.tidemill.jobs.permit.Permits.Permit;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.PullRequestOptions;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.support.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the permits of one queue from JetStream. While somebody waits, one pull of one message is
 * open at the broker. A message that comes when nobody waits any more goes back at once, so that
 * another process gets it. Thread-safe.
 */
final class NatsDesk implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NatsDesk.class);

  /** The broker ends a pull after this, and says so. */
  private static final Duration PULL = Duration.ofSeconds(10);

  /** When nothing is heard for so much longer, the pull was lost without a word. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** The broker refused a pull but is otherwise well: it is too busy or chooses a new leader. */
  private static final Duration REFUSED = Duration.ofSeconds(1);

  private final Queue queue;
  private final NatsSettings settings;
  private final NatsLine line;
  private final TimeSource time;
  private final Mailbox mailbox;
  private final Set<NatsPermit> unended = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Finding finding;
  private @Nullable Connection subscribed;
  private @Nullable Dispatcher dispatcher;
  private @Nullable JetStreamSubscription subscription;

  /** A pull is open, as far as we know. */
  private boolean pulling;

  /** When to pull again, by the monotonic clock. */
  private Duration nextPull = Duration.ZERO;

  NatsDesk(Queue queue, NatsSettings settings, NatsLine line, TimeSource time) {
    this.queue = queue;
    this.settings = settings;
    this.line = line;
    this.time = time;
    this.mailbox = new Mailbox(time);
  }

  Optional<Permit> take(Duration limit) throws InterruptedException {
    return mailbox.take(limit, this::attend);
  }

  void wake() {
    mailbox.wake();
  }

  /** There is a new finding on the line. */
  void nudge() {
    mailbox.nudge();
  }

  /** The broker ended a pull without a message. */
  void status(JetStreamSubscription from, Status status) {
    Finding doubted;
    lock.lock();
    try {
      if (from != subscription) {
        return;
      }
      doubted = finding;
      pulling = false;
      nextPull =
          time.monotonic().plus(Pulled.of(status) == Pulled.REFUSED ? REFUSED : Duration.ZERO);
    } finally {
      lock.unlock();
    }
    switch (Pulled.of(status)) {
      case EXPIRED -> line.proven();
      case REFUSED -> log.debug("The queue refused a pull: {}", status.getMessageWithCode());
      case GONE -> {
        if (doubted != null) {
          line.doubt(doubted);
        }
      }
    }
    mailbox.nudge();
  }

  @Override
  public void close() {
    mailbox.close();
    unended.forEach(NatsPermit::giveBack);
  }

  /** Sees to it that a pull is open, and says how long it will be. */
  private Duration attend() {
    Finding found = line.finding();
    if (found == null) {
      return PULL;
    }
    lock.lock();
    try {
      if (found != finding) {
        subscribe(found.connection);
        finding = found;
        pulling = false;
        nextPull = Duration.ZERO;
      }
      Duration now = time.monotonic();
      if (now.compareTo(nextPull) >= 0) {
        pull(now);
      }
      return nextPull.minus(now);
    } catch (IOException | JetStreamApiException | RuntimeException e) {
      log.debug("No pull: {}", e.getMessage());
      line.doubt(found);
      return PULL;
    } finally {
      lock.unlock();
    }
  }

  private void pull(Duration now) throws IOException {
    if (pulling) {
      // A broker without the consumer does not even say so. Or the broker never heard of our
      // subscription: the client forgets to tell it when the thread is interrupted in between.
      pulling = false;
      unsubscribe();
      throw new IOException("the last pull was never answered");
    }
    Objects.requireNonNull(subscription)
        .pull(PullRequestOptions.builder(1).expiresIn(PULL).build());
    pulling = true;
    nextPull = now.plus(PULL).plus(GRACE);
  }

  private void subscribe(Connection connection) throws IOException, JetStreamApiException {
    if (connection == subscribed) {
      return;
    }
    dispatcher = connection.createDispatcher();
    subscription =
        connection
            .jetStream()
            .subscribe(
                null,
                dispatcher,
                this::arrived,
                PullSubscribeOptions.fastBind(settings.stream(), settings.consumer(queue)));
    subscribed = connection;
  }

  private void unsubscribe() {
    if (subscribed != null && dispatcher != null) {
      subscribed.closeDispatcher(dispatcher);
    }
    subscribed = null;
  }

  private void arrived(Message message) {
    lock.lock();
    try {
      pulling = false;
      nextPull = Duration.ZERO;
    } finally {
      lock.unlock();
    }
    line.proven();
    var permit = new NatsPermit(queue, message, unended);
    if (!mailbox.offer(permit)) {
      permit.giveBack();
    }
  }

  /** How a pull ended. */
  private enum Pulled {
    EXPIRED,
    REFUSED,
    GONE;

    static Pulled of(Status status) {
      return switch (status.getCode()) {
        case Status.NOT_FOUND_CODE, Status.REQUEST_TIMEOUT_CODE -> EXPIRED;
        case Status.CONFLICT_CODE ->
            status.getMessage().equals(Status.CONSUMER_DELETED) ? GONE : REFUSED;
        default -> GONE;
      };
    }
  }
}
