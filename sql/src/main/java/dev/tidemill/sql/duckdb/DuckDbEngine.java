package dev.tidemill.sql.duckdb;

import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;

/** DuckDB in this process, in memory, spilling to disk. */
public final class DuckDbEngine implements SqlEngine {

  @Override
  public String name() {
    return "duckdb";
  }

  @Override
  public Dialect dialect() {
    return Dialect.STANDARD;
  }

  /** Rows are stored in the order of the query, whichever thread read them. */
  @Override
  public String storedRow() {
    return "rowid";
  }

  @Override
  public SqlSession open(SqlLimits limits) {
    return DuckDbSession.open(limits);
  }
}
