package dev.tidemill.sql.arrow;

/**
 * Takes rows value by value: each column in order, then {@link #endRow}. Which method a column
 * takes follows from its {@link dev.tidemill.sql.SqlType}. No boxing, because this is the hot path.
 */
public interface RowSink {

  void nothing(int column);

  void bool(int column, boolean value);

  void bigint(int column, long value);

  void real(int column, double value);

  /** The unscaled value at the column's scale, 128 bits of two's complement. */
  void decimal(int column, long high, long low);

  /** UTF-8, valid. */
  void text(int column, byte[] bytes, int from, int length);

  void binary(int column, byte[] bytes, int from, int length);

  void date(int column, int epochDay);

  /** Microseconds since 1970, without zone. */
  void timestamp(int column, long epochMicros);

  void endRow();
}
