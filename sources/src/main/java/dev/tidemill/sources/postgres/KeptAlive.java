package dev.tidemill.sources.postgres;

import dev.tidemill.core.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A connection that is asked something every few seconds: so that nothing between here and there
 * takes it for dead, and so that its death is noticed.
 */
final class KeptAlive implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final int ANSWER_SECONDS = 5;

  private final Connection connection;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean alive = true;
  private volatile boolean closed;
  private final Thread thread;

  private KeptAlive(Connection connection, TimeSource time) {
    this.connection = connection;
    this.thread = Thread.ofVirtual().name("source-session").unstarted(() -> watch(time));
  }

  static KeptAlive start(Connection connection, TimeSource time) {
    var kept = new KeptAlive(connection, time);
    kept.thread.start();
    return kept;
  }

  interface Question<T> {
    T ask() throws SQLException;
  }

  <T> T use(Question<T> question) throws SQLException {
    lock.lock();
    try {
      return question.ask();
    } finally {
      lock.unlock();
    }
  }

  boolean check() {
    if (closed || !alive) {
      return false;
    }
    if (lock.tryLock()) {
      try {
        alive = connection.isValid(ANSWER_SECONDS);
      } catch (SQLException e) {
        alive = false;
      } finally {
        lock.unlock();
      }
    }
    return alive;
  }

  private void watch(TimeSource time) {
    try {
      while (!closed && alive) {
        time.sleep(EVERY);
        check();
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
