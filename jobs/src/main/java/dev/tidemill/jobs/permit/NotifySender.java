package dev.tidemill.jobs.permit;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tidemill.core.job.Queue;
import dev.tidemill.jobs.store.StoreUrl;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/** Sends notifications on one connection that is opened when needed and closed soon after. */
final class NotifySender implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final HikariDataSource pool;

  NotifySender(StoreUrl url) {
    var config = new HikariConfig();
    config.setPoolName("notify");
    config.setJdbcUrl(url.jdbc());
    if (url.user() != null) {
      config.setUsername(url.user());
    }
    if (url.password() != null) {
      config.setPassword(url.password());
    }
    config.setMaximumPoolSize(1);
    config.setMinimumIdle(0);
    config.setIdleTimeout(IDLE.toMillis());
    config.setConnectionTimeout(LIMIT.toMillis());
    config.setValidationTimeout(LIMIT.toMillis());
    config.setInitializationFailTimeout(-1);
    config.setDataSourceProperties(NotifyLine.driver(LIMIT));
    config.addDataSourceProperty("ApplicationName", "tidemill-notify");
    pool = new HikariDataSource(config);
  }

  void send(Queue queue) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement notify = connection.prepareStatement("SELECT pg_notify(?, '')")) {
      notify.setString(1, NotifyChannel.of(queue));
      notify.execute();
    }
  }

  /** Fails when the database does not answer. */
  void ping() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      if (!connection.isValid((int) LIMIT.toSeconds())) {
        throw new SQLException("no answer within %d s".formatted(LIMIT.toSeconds()));
      }
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
