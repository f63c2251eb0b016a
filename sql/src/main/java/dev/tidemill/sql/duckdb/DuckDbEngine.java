package dev.tidemill.sql.duckdb;

import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import java.util.List;

/** DuckDB in this process, in memory, spilling to disk. */
public final class DuckDbEngine implements SqlEngine {
  /** 16 MiB per thread. */
  private static final long MOST_BITS = 1L << 27;

  /**
   * Begins to load DuckDB beside whatever the caller does next. For a program that starts and will
   * need it in a moment; what goes wrong here is told by whoever opens the first session.
   */
  public static void loadAhead() {
    Thread.ofPlatform().daemon().name("load-duckdb").start(DuckDbSession::load);
  }

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

  /**
   * A bit per number that could occur takes a fraction of the time, where these are not too many.
   */
  @Override
  public String countDifferent(String column, long least, long most) {
    return Long.compareUnsigned(most - least, MOST_BITS) < 0
        ? "bit_count(bitstring_agg(%s, %d, %d))".formatted(column, least, most)
        : "count(DISTINCT %s)".formatted(column);
  }

  @Override
  public String hash(List<String> expressions) {
    return "hash(" + String.join(", ", expressions) + ")";
  }

  @Override
  public SqlSession open(SqlLimits limits) {
    return DuckDbSession.open(limits);
  }
}
