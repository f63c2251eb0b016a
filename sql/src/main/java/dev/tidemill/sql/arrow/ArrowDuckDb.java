package dev.tidemill.sql.arrow;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlLimits;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/** A DuckDB that only reads rows from Parquet into Arrow; it never sees SQL of a user. */
final class ArrowDuckDb implements AutoCloseable {
  private final DuckDBConnection connection;

  ArrowDuckDb(SqlLimits limits) {
    var settings = new Properties();
    settings.put(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    settings.put("memory_limit", limits.memory().bytes() / 1024 + "KiB");
    settings.put("threads", String.valueOf(limits.threads()));
    settings.put("temp_directory", limits.temp().toString());
    settings.put("autoinstall_known_extensions", "false");
    settings.put("autoload_known_extensions", "false");
    try {
      connection = (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", settings);
    } catch (SQLException e) {
      throw Problem.of(SqlError.SQL_ENGINE_FAILED, "DuckDB could not be started")
          .cause(String.valueOf(e.getMessage()))
          .exception(e);
    }
  }

  interface Use<T> {
    T of(ResultSet rows) throws SQLException;
  }

  <T> T query(String sql, Use<T> use) throws SQLException {
    try (var statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      return use.of(rows);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw Problem.of(SqlError.SQL_ENGINE_FAILED, "DuckDB could not be closed").exception(e);
    }
  }
}
