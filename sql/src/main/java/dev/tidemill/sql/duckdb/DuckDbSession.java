package dev.tidemill.sql.duckdb;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.ParquetOptions;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBDriver;
import org.duckdb.DuckDBResultSetMetaData;
import org.duckdb.StatementReturnType;
import org.jspecify.annotations.Nullable;

/** One in-memory database with one connection. */
final class DuckDbSession implements SqlSession {
  private static final Dialect DIALECT = Dialect.STANDARD;

  private final Connection connection;
  private final SessionFolder folder;
  private final NativeCalls calls = new NativeCalls();
  private final Set<Path> attached = new LinkedHashSet<>();
  private @Nullable DuckDbReader reader;
  private boolean sealed;
  private boolean closed;

  private DuckDbSession(Connection connection, SessionFolder folder) {
    this.connection = connection;
    this.folder = folder;
  }

  static DuckDbSession open(SqlLimits limits) {
    var folder = new SessionFolder(limits.temp());
    var settings = new Properties();
    settings.put(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
    settings.put("memory_limit", limits.memory().bytes() / 1024 + "KiB");
    settings.put("threads", String.valueOf(limits.threads()));
    settings.put("temp_directory", folder.spill().toString());
    settings.put("autoinstall_known_extensions", "false");
    settings.put("autoload_known_extensions", "false");
    settings.put("allow_community_extensions", "false");
    settings.put("allow_persistent_secrets", "false");
    try {
      var connection = new DuckDBDriver().connect("jdbc:duckdb:", settings);
      var session = new DuckDbSession(connection, folder);
      session.execute("SET TimeZone = 'UTC'");
      return session;
    } catch (SQLException e) {
      folder.remove();
      throw DuckDbErrors.failure("DuckDB could not be started", e);
    }
  }

  /** Loads the library and touches what the first session would. */
  static void load() {
    try {
      new DuckDBDriver().connect("jdbc:duckdb:", new Properties()).close();
    } catch (SQLException | LinkageError toldByTheFirstSession) {
      // It meets the same and says so.
    }
  }

  @Override
  public void attach(String table, SqlInput input) {
    if (sealed) {
      throw DuckDbErrors.wrongState("inputs are attached before the session is sealed");
    }
    String name = DIALECT.quote(table);
    String source = DuckDbInput.scan(input);
    try {
      execute("CREATE VIEW %s AS SELECT * FROM %s".formatted(name, source));
    } catch (TidemillException e) {
      throw DuckDbInput.unreadable(table, input, e);
    }
    attached.addAll(input.files());
  }

  @Override
  public void seal() {
    if (sealed) {
      requireOpen();
      return;
    }
    String files =
        attached.stream()
            .map(file -> DIALECT.literal(file.toString()))
            .collect(Collectors.joining(", "));
    String out = DIALECT.literal(folder.out() + "/");
    execute("SET allowed_paths = [%s]".formatted(files));
    execute("SET allowed_directories = [%s]".formatted(out));
    execute("SET enable_external_access = false");
    execute("SET lock_configuration = true");
    sealed = true;
  }

  @Override
  public void execute(String sql) {
    run(sql, DuckDbSession::toTheEnd);
  }

  @Override
  public RowReader query(String sql) {
    requireOpen();
    PreparedStatement statement = prepare(sql);
    try {
      reader = calls.call("the query failed", statement, () -> start(statement));
      return reader;
    } catch (RuntimeException e) {
      close(statement);
      throw e;
    }
  }

  private DuckDbReader start(PreparedStatement statement) throws SQLException {
    var meta = (DuckDBResultSetMetaData) statement.getMetaData();
    if (meta == null || meta.getReturnType() != StatementReturnType.QUERY_RESULT) {
      throw Problem.of(SqlError.SQL_INVALID, "the statement gives no columns; it was not run")
          .next("use execute for statements that are no query")
          .exception();
    }
    var columns = DuckDbTypes.columns(meta);
    return new DuckDbReader(columns, statement, statement.executeQuery(), calls);
  }

  @Override
  public long writeParquet(String sql, Path file, ParquetOptions options) {
    Path written = folder.newFile();
    String copy =
        "COPY (\n%s\n) TO %s (FORMAT parquet, COMPRESSION %s, ROW_GROUP_SIZE %d)"
            .formatted(
                sql,
                DIALECT.literal(written.toString()),
                switch (options.compression()) {
                  case NONE -> "uncompressed";
                  case SNAPPY -> "snappy";
                  case ZSTD -> "zstd";
                },
                options.rowGroupRows());
    try {
      long rows = run(copy, PreparedStatement::executeLargeUpdate);
      folder.handOver(written, file.toAbsolutePath());
      return rows;
    } finally {
      folder.discard(written);
    }
  }

  @Override
  public void cancel() {
    calls.cancel();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (reader != null) {
        reader.close();
      }
      try {
        connection.close();
      } catch (SQLException e) {
        throw DuckDbErrors.failure("the session could not be closed", e);
      } finally {
        folder.remove();
      }
    }
  }

  private <T> T run(String sql, Action<T> action) {
    requireOpen();
    PreparedStatement statement = prepare(sql);
    try {
      return calls.call("the statement failed", statement, () -> action.on(statement));
    } finally {
      close(statement);
    }
  }

  /** A result is computed while it is read; unread rows would hide an error. */
  private static boolean toTheEnd(PreparedStatement statement) throws SQLException {
    if (!statement.execute()) {
      return false;
    }
    try (ResultSet rows = statement.getResultSet()) {
      while (rows.next()) {}
    }
    return true;
  }

  private interface Action<T> {
    T on(PreparedStatement statement) throws SQLException;
  }

  private PreparedStatement prepare(String sql) {
    calls.requireNotCancelled();
    try {
      return connection.prepareStatement(sql);
    } catch (SQLException e) {
      throw DuckDbErrors.failure("the statement was refused", e);
    }
  }

  private static void close(Statement statement) {
    try {
      statement.close();
    } catch (SQLException e) {
      throw DuckDbErrors.failure("a statement could not be closed", e);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw DuckDbErrors.wrongState("the session is closed");
    }
    if (reader != null && reader.isOpen()) {
      throw DuckDbErrors.wrongState("a reader of this session is still open");
    }
  }
}
