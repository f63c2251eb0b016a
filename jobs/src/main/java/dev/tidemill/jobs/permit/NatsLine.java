package dev.tidemill.jobs.permit;

import dev.tidemill.core.time.Backoff;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to NATS, kept by a thread of its own: it connects, sees to stream and consumers,
 * and looks again whenever somebody doubts them. Thread-safe.
 *
 * <p>The client reconnects by itself once it was connected; this thread opens the first connection,
 * and a new one should the client give up, as it does when its login is refused twice.
 */
final class NatsLine implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NatsLine.class);
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofMillis(500), Duration.ofSeconds(5), 0.25);

  private static final Duration FLUSH_LIMIT = Duration.ofSeconds(1);

  /** Stream and consumers were found on this connection. Each finding is another object. */
  static final class Finding {
    final Connection connection;

    private Finding(Connection connection) {
      this.connection = connection;
    }
  }

  private final Options options;
  private final String shown;
  private final NatsStream stream;
  private final Duration review;
  private final Runnable onFound;
  private final TimeSource time;
  private final Waiter waiter;
  private final Thread keeper = Thread.ofVirtual().name("nats-permits").unstarted(this::keep);

  /** Doubts and failures since the broker last did as it should. */
  private final AtomicInteger doubts = new AtomicInteger();

  private volatile @Nullable Connection connection;
  private volatile @Nullable Finding finding;
  private volatile boolean closed;

  /** Told in the log as lost; only the keeper knows. */
  private boolean lost;

  NatsLine(
      Options.Builder options,
      String shown,
      NatsStream stream,
      Duration review,
      TimeSource time,
      Runnable onFound) {
    this.options = options.connectionListener((from, event) -> heard(event)).build();
    this.shown = shown;
    this.stream = stream;
    this.review = review;
    this.onFound = onFound;
    this.time = time;
    this.waiter = new Waiter(time);
  }

  void start() {
    keeper.start();
  }

  /** Null while there is no broker to rely on. */
  @Nullable Finding finding() {
    return finding;
  }

  /** What was found seems to be gone. */
  void doubt(Finding doubted) {
    if (finding == doubted) {
      finding = null;
      doubts.incrementAndGet();
      waiter.wake();
    }
  }

  /** The broker did as it should. */
  void proven() {
    doubts.set(0);
  }

  @Override
  public void close() {
    closed = true;
    finding = null;
    closeConnection();
    keeper.interrupt();
  }

  private void heard(ConnectionListener.Events event) {
    switch (event) {
      // After a reconnection the broker knows nothing of our pulls, and may be a new and empty one.
      case RESUBSCRIBED -> {
        finding = null;
        doubts.set(0);
        waiter.wake();
      }
      case DISCONNECTED, CLOSED -> {
        finding = null;
        waiter.wake();
      }
      case CONNECTED, RECONNECTED, DISCOVERED_SERVERS, LAME_DUCK -> {}
    }
  }

  private void keep() {
    try {
      while (!closed) {
        if (finding == null) {
          pause();
        } else if (waiter.await(review)) {
          continue;
        }
        look();
      }
    } catch (InterruptedException e) {
      // Only close() interrupts this thread, and this is its end.
    }
    closeConnection();
  }

  /**
   * Even the first doubt is worth a moment: a broker that is still busy deleting a stream may give
   * a new one of the same name a consumer that never hears of a message (2.9.10 does).
   */
  private void pause() throws InterruptedException {
    int before = doubts.get();
    if (before == 0) {
      return;
    }
    Duration end = time.monotonic().plus(BACKOFF.after(before, ThreadLocalRandom.current()));
    for (Duration now = time.monotonic();
        now.compareTo(end) < 0 && doubts.get() > 0;
        now = time.monotonic()) {
      waiter.await(end.minus(now));
    }
  }

  private void look() throws InterruptedException {
    try {
      Connection open = connected();
      boolean changed = stream.ensure(open);
      if (finding != null && !changed) {
        return;
      }
      finding = new Finding(open);
      if (lost) {
        lost = false;
        log.info("The queue answers again: {}", shown);
      }
      onFound.run();
    } catch (IOException | JetStreamApiException | RuntimeException e) {
      finding = null;
      doubts.incrementAndGet();
      if (!lost && !closed) {
        lost = true;
        log.warn("The queue is lost, work goes on without hints: {}: {}", shown, e.getMessage());
      }
    }
  }

  private Connection connected() throws IOException, InterruptedException {
    Connection open = connection;
    if (open == null || open.getStatus() == Connection.Status.CLOSED) {
      open = Nats.connect(options);
      connection = open;
    }
    if (open.getStatus() != Connection.Status.CONNECTED) {
      throw new IOException("the connection broke");
    }
    return open;
  }

  private void closeConnection() {
    Connection open = connection;
    if (open == null || open.getStatus() == Connection.Status.CLOSED) {
      return;
    }
    try {
      if (open.getStatus() == Connection.Status.CONNECTED) {
        // What was given back a moment ago should still go out.
        open.flush(FLUSH_LIMIT);
      }
    } catch (TimeoutException | InterruptedException | RuntimeException e) {
      log.debug("The last words to the queue were not heard: {}", e.getMessage());
    }
    try {
      open.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
