package dev.tidemill.sources.opensearch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.sql.arrow.RowSink;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row as texts, for a preview. */
final class TextRow implements RowSink {
  private final @Nullable String[] values;

  TextRow(int columns) {
    values = new @Nullable String[columns];
  }

  List<@Nullable String> values() {
    var copy = new ArrayList<@Nullable String>();
    for (String value : values) {
      copy.add(value);
    }
    return copy;
  }

  @Override
  public void nothing(int column) {
    values[column] = null;
  }

  @Override
  public void bool(int column, boolean value) {
    values[column] = String.valueOf(value);
  }

  @Override
  public void bigint(int column, long value) {
    values[column] = String.valueOf(value);
  }

  @Override
  public void real(int column, double value) {
    values[column] = String.valueOf(value);
  }

  @Override
  public void decimal(int column, long high, long low) {
    values[column] =
        BigInteger.valueOf(high)
            .shiftLeft(64)
            .add(new BigInteger(Long.toUnsignedString(low)))
            .toString();
  }

  @Override
  public void text(int column, byte[] bytes, int from, int length) {
    values[column] = new String(bytes, from, length, UTF_8);
  }

  @Override
  public void binary(int column, byte[] bytes, int from, int length) {
    throw new IllegalStateException("no column is binary");
  }

  @Override
  public void date(int column, int epochDay) {
    values[column] = LocalDate.ofEpochDay(epochDay).toString();
  }

  @Override
  public void timestamp(int column, long epochMicros) {
    Instant instant = Instant.EPOCH.plus(epochMicros, ChronoUnit.MICROS);
    values[column] = LocalDateTime.ofInstant(instant, ZoneOffset.UTC).toString();
  }

  @Override
  public void endRow() {}
}
