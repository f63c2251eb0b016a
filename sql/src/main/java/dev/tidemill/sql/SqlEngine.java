package dev.tidemill.sql;

import java.util.List;

/** Opens sessions. Thread-safe; sessions are independent of each other. */
public interface SqlEngine {

  String name();

  Dialect dialect();

  /**
   * An expression that numbers the rows of a table, which one statement made, from 0 in the order
   * in which that statement gave them.
   */
  String storedRow();

  /**
   * An aggregate that counts the different values of a column of whole numbers, all of which lie
   * between the two; NULL or 0 for none.
   */
  String countDifferent(String column, long least, long most);

  /**
   * A number made of some expressions: equal where they are equal, and where they are not hardly
   * ever. Of use only within one session.
   */
  String hash(List<String> expressions);

  SqlSession open(SqlLimits limits);
}
