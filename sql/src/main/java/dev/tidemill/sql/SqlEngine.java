package dev.tidemill.sql;

/** Opens sessions. Thread-safe; sessions are independent of each other. */
public interface SqlEngine {

  String name();

  Dialect dialect();

  SqlSession open(SqlLimits limits);
}
