package dev.tidemill.cli.bench;

import dev.tidemill.jobs.store.StoreUrl;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** How much PostgreSQL has written ahead; of SQLite nothing is known. */
public final class WalMeter {
  private final StoreUrl url;

  public WalMeter(StoreUrl url) {
    this.url = url;
  }

  boolean known() {
    return !url.embedded();
  }

  long bytes() {
    if (!known()) {
      return 0;
    }
    try (Connection connection =
            DriverManager.getConnection(url.jdbc(), url.user(), url.password());
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint")) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException("how much was written ahead could not be read", e);
    }
  }
}
