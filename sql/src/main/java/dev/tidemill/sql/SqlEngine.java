package dev.tidemill.sql;

/** Opens sessions. Thread-safe; sessions are independent of each other. */
public interface SqlEngine {

  String name();

  Dialect dialect();

  /**
   * An expression that numbers the rows of a table, which one statement made, from 0 in the order
   * in which that statement gave them.
   */
  String storedRow();

  SqlSession open(SqlLimits limits);
}
