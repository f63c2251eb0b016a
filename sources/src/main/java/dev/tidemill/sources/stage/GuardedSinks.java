package dev.tidemill.sources.stage;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.sql.arrow.RowSink;
import java.util.List;

/** Rows to a sink and its hash, unless a value is too long to be worked on. */
record GuardedSinks(RowSink sink, RowHash hash, List<SourceColumn> columns, long most)
    implements RowSink {

  @Override
  public void nothing(int column) {
    sink.nothing(column);
    hash.nothing(column);
  }

  @Override
  public void bool(int column, boolean value) {
    sink.bool(column, value);
    hash.bool(column, value);
  }

  @Override
  public void bigint(int column, long value) {
    sink.bigint(column, value);
    hash.bigint(column, value);
  }

  @Override
  public void real(int column, double value) {
    sink.real(column, value);
    hash.real(column, value);
  }

  @Override
  public void decimal(int column, long high, long low) {
    sink.decimal(column, high, low);
    hash.decimal(column, high, low);
  }

  @Override
  public void text(int column, byte[] bytes, int from, int length) {
    requireShort(column, length);
    sink.text(column, bytes, from, length);
    hash.text(column, bytes, from, length);
  }

  @Override
  public void binary(int column, byte[] bytes, int from, int length) {
    requireShort(column, length);
    sink.binary(column, bytes, from, length);
    hash.binary(column, bytes, from, length);
  }

  @Override
  public void date(int column, int epochDay) {
    sink.date(column, epochDay);
    hash.date(column, epochDay);
  }

  @Override
  public void timestamp(int column, long epochMicros) {
    sink.timestamp(column, epochMicros);
    hash.timestamp(column, epochMicros);
  }

  @Override
  public void endRow() {
    sink.endRow();
    hash.endRow();
  }

  private void requireShort(int column, int length) {
    if (length > most) {
      throw tooLong(columns.get(column).name(), length);
    }
  }

  private TidemillException tooLong(String column, int length) {
    return Problem.of(
            SourceError.SOURCE_VALUE_UNSUPPORTED,
            "column %s has a value of %,d bytes in row %,d of the part"
                .formatted(column, length, hash.rows() + 1))
        .field(column)
        .cause("staging.max_value_bytes is " + new DataSize(most))
        .next("stage a view without the column, or raise staging.max_value_bytes")
        .exception();
  }
}
