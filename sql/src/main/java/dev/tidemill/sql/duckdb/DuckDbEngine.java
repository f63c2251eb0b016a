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

  @Override
  public SqlSession open(SqlLimits limits) {
    return DuckDbSession.open(limits);
  }
}
