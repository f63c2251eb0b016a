package dev.tidemill.jobs.permit;

import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.Backoff;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import dev.tidemill.jobs.store.StoreUrl;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection that listens, kept by a thread of its own. It sends no statement while all is
 * well: it only reads. Whether the line still lives is asked when somebody doubts it. Thread-safe.
 */
final class NotifyLine implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NotifyLine.class);
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5), 0.25);

  /** How long the database may take to connect or to prove that it lives. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** How often the reader looks up; it costs the database nothing. */
  private static final Duration LOOK_UP = Duration.ofMillis(500);

  /** A line that was heard from within this time needs no proof. */
  private static final Duration FRESH = Duration.ofSeconds(2);

  private final StoreUrl url;
  private final TimeSource time;
  private final Consumer<Queue> onHint;
  private final Waiter waiter;
  private final Thread reader = Thread.ofVirtual().name("notify-permits").unstarted(this::keep);
  private volatile @Nullable Connection connection;
  private volatile boolean doubted;
  private volatile boolean closed;

  /** Told in the log as lost; only the reader knows. */
  private boolean lost;

  NotifyLine(StoreUrl url, TimeSource time, Consumer<Queue> onHint) {
    this.url = url;
    this.time = time;
    this.onHint = onHint;
    this.waiter = new Waiter(time);
  }

  void start() {
    reader.start();
  }

  /** Somebody has reason to think that hints were missed. */
  void doubt() {
    doubted = true;
  }

  @Override
  public void close() {
    closed = true;
    waiter.wake();
    abort(connection);
  }

  /** Settings of the driver that keep a dead line from holding anybody up. */
  static Properties driver(Duration limit) {
    var settings = new Properties();
    settings.setProperty("tcpKeepAlive", "true");
    settings.setProperty("connectTimeout", String.valueOf(limit.toSeconds()));
    settings.setProperty("socketTimeout", String.valueOf(limit.toSeconds()));
    return settings;
  }

  private void keep() {
    int failures = 0;
    try {
      while (!closed) {
        try (Connection open = connect()) {
          connection = open;
          listen(open);
          failures = 0;
          read(open);
        } catch (SQLException | RuntimeException e) {
          tellLost(e);
        }
        if (!closed) {
          failures++;
          waiter.await(BACKOFF.after(failures, ThreadLocalRandom.current()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Connection connect() throws SQLException {
    Properties settings = driver(LIMIT);
    settings.setProperty("ApplicationName", "tidemill-listen");
    if (url.user() != null) {
      settings.setProperty("user", url.user());
    }
    if (url.password() != null) {
      settings.setProperty("password", url.password());
    }
    return DriverManager.getConnection(url.jdbc(), settings);
  }

  private void listen(Connection open) throws SQLException {
    try (Statement sql = open.createStatement()) {
      for (Queue queue : Queue.values()) {
        sql.execute("LISTEN " + NotifyChannel.of(queue));
      }
    }
    doubted = false;
    if (lost) {
      lost = false;
      log.info("Listening for hints again: {}", url);
    }
    // Hints may have been missed until now.
    for (Queue queue : Queue.values()) {
      onHint.accept(queue);
    }
  }

  private void read(Connection open) throws SQLException {
    PGConnection postgres = open.unwrap(PGConnection.class);
    Duration heard = time.monotonic();
    while (!closed) {
      PGNotification[] hints = postgres.getNotifications((int) LOOK_UP.toMillis());
      if (hints != null && hints.length > 0) {
        heard = time.monotonic();
        for (PGNotification hint : hints) {
          NotifyChannel.queue(hint.getName()).ifPresent(onHint);
        }
      }
      if (doubted) {
        doubted = false;
        if (time.monotonic().minus(heard).compareTo(FRESH) > 0) {
          prove(open);
          heard = time.monotonic();
        }
      }
    }
  }

  private static void prove(Connection open) throws SQLException {
    if (!open.isValid((int) LIMIT.toSeconds())) {
      throw new SQLException("no answer within %d s".formatted(LIMIT.toSeconds()));
    }
  }

  private void tellLost(Exception error) {
    if (!lost && !closed) {
      lost = true;
      log.warn("Hints are lost, work goes on without them: {}: {}", url, error.getMessage());
    }
  }

  /** Not close(): that would wait for the reader, and say goodbye on a line that may be dead. */
  private static void abort(@Nullable Connection open) {
    if (open != null) {
      try {
        open.abort(Runnable::run);
      } catch (SQLException e) {
        log.debug("The listening connection was not closed in good order: {}", e.getMessage());
      }
    }
  }
}
