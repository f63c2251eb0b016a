package dev.tidemill.sql.duckdb;

import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of a streaming result. */
final class DuckDbReader implements RowReader {
  private final List<SqlColumn> columns;
  private final Statement statement;
  private final ResultSet rows;
  private final NativeCalls calls;
  private boolean open = true;

  DuckDbReader(List<SqlColumn> columns, Statement statement, ResultSet rows, NativeCalls calls) {
    this.columns = columns;
    this.statement = statement;
    this.rows = rows;
    this.calls = calls;
  }

  boolean isOpen() {
    return open;
  }

  @Override
  public List<SqlColumn> columns() {
    return columns;
  }

  @Override
  public boolean next() {
    requireOpen();
    return calls.call("the query failed", statement, rows::next);
  }

  @Override
  public @Nullable Object value(int column) {
    requireOpen();
    try {
      return DuckDbTypes.value(rows, column + 1, columns.get(column));
    } catch (SQLException e) {
      throw DuckDbErrors.failure("a value could not be read", e);
    }
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      try (statement) {
        rows.close();
      } catch (SQLException e) {
        throw DuckDbErrors.failure("a reader could not be closed", e);
      }
    }
  }

  private void requireOpen() {
    if (!open) {
      throw DuckDbErrors.wrongState("the reader is closed");
    }
  }
}
