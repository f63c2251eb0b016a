package dev.tidemill.sql.arrow;

/**
 * Gives the same rows to two sinks, so that what is written and what is summed up is the same.
 *
 * @param lengths asked before a text or binary value is given to either
 */
public record TwoSinks(RowSink first, RowSink second, Lengths lengths) implements RowSink {

  /** Throws when a value is too long. */
  public interface Lengths {
    void check(int column, int length);
  }

  /** Values of any length. */
  public TwoSinks(RowSink first, RowSink second) {
    this(first, second, (column, length) -> {});
  }

  @Override
  public void nothing(int column) {
    first.nothing(column);
    second.nothing(column);
  }

  @Override
  public void bool(int column, boolean value) {
    first.bool(column, value);
    second.bool(column, value);
  }

  @Override
  public void bigint(int column, long value) {
    first.bigint(column, value);
    second.bigint(column, value);
  }

  @Override
  public void real(int column, double value) {
    first.real(column, value);
    second.real(column, value);
  }

  @Override
  public void decimal(int column, long high, long low) {
    first.decimal(column, high, low);
    second.decimal(column, high, low);
  }

  @Override
  public void text(int column, byte[] bytes, int from, int length) {
    lengths.check(column, length);
    first.text(column, bytes, from, length);
    second.text(column, bytes, from, length);
  }

  @Override
  public void binary(int column, byte[] bytes, int from, int length) {
    lengths.check(column, length);
    first.binary(column, bytes, from, length);
    second.binary(column, bytes, from, length);
  }

  @Override
  public void date(int column, int epochDay) {
    first.date(column, epochDay);
    second.date(column, epochDay);
  }

  @Override
  public void timestamp(int column, long epochMicros) {
    first.timestamp(column, epochMicros);
    second.timestamp(column, epochMicros);
  }

  @Override
  public void endRow() {
    first.endRow();
    second.endRow();
  }
}
