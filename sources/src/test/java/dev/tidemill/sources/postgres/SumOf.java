package dev.tidemill.sources.postgres;

import dev.tidemill.sql.arrow.RowSink;

/** The sum of one column of whole numbers. */
final class SumOf implements RowSink {
  private final int wanted;
  private long sum;
  private long rows;

  SumOf(int wanted) {
    this.wanted = wanted;
  }

  long sum() {
    return sum;
  }

  long rows() {
    return rows;
  }

  @Override
  public void bigint(int column, long value) {
    if (column == wanted) {
      sum += value;
    }
  }

  @Override
  public void endRow() {
    rows++;
  }

  @Override
  public void nothing(int column) {}

  @Override
  public void bool(int column, boolean value) {}

  @Override
  public void real(int column, double value) {}

  @Override
  public void decimal(int column, long high, long low) {}

  @Override
  public void text(int column, byte[] bytes, int from, int length) {}

  @Override
  public void binary(int column, byte[] bytes, int from, int length) {}

  @Override
  public void date(int column, int epochDay) {}

  @Override
  public void timestamp(int column, long epochMicros) {}
}
