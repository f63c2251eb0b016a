package dev.tidemill.server.http;

import dev.tidemill.core.time.TimeSource;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The open connections: not too many, and none that lies idle. One on which the head of a request
 * comes in drop by drop counts as idle, too. (The timeout of the HTTP library will not do: it also
 * ends connections on which a request is being worked on.)
 */
final class Connections {
  private final int most;
  private final Duration idleTime;
  private final TimeSource time;
  private final Map<HttpConnection, Watch> open = new ConcurrentHashMap<>();

  Connections(HttpSettings settings, TimeSource time) {
    this.most = settings.maxConnections();
    this.idleTime = settings.idleTime();
    this.time = time;
  }

  void opened(HttpConnection connection) {
    if (open.size() >= most) {
      connection.close();
      return;
    }
    var watch = new Watch(connection);
    open.put(connection, watch);
    connection.closeHandler(
        closed -> {
          open.remove(connection);
          watch.end();
        });
    watch.change(0);
  }

  void busy(HttpConnection connection) {
    change(connection, 1);
  }

  void idle(HttpConnection connection) {
    change(connection, -1);
  }

  private void change(HttpConnection connection, int by) {
    Watch watch = open.get(connection);
    if (watch != null) {
      watch.change(by);
    }
  }

  private final class Watch {
    private final HttpConnection connection;
    private final ReentrantLock lock = new ReentrantLock();
    private int requests;
    private boolean ended;
    private TimeSource.@Nullable Timer timer;

    Watch(HttpConnection connection) {
      this.connection = connection;
    }

    void change(int by) {
      lock.lock();
      try {
        requests += by;
        cancel();
        if (requests == 0 && !ended) {
          timer = time.schedule(idleTime, this::closeIfIdle);
        }
      } finally {
        lock.unlock();
      }
    }

    void end() {
      lock.lock();
      try {
        ended = true;
        cancel();
      } finally {
        lock.unlock();
      }
    }

    private void cancel() {
      if (timer != null) {
        timer.cancel();
        timer = null;
      }
    }

    private void closeIfIdle() {
      lock.lock();
      try {
        if (requests > 0) {
          return;
        }
      } finally {
        lock.unlock();
      }
      connection.close();
    }
  }
}
