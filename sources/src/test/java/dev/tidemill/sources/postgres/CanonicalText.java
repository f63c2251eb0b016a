package dev.tidemill.sources.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sql.SqlType;
import dev.tidemill.sql.arrow.RowSink;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decoded values in the words PostgreSQL has for them. */
final class CanonicalText implements RowSink {
  private final List<SourceColumn> columns;
  private final List<List<@Nullable String>> values = new ArrayList<>();

  CanonicalText(List<SourceColumn> columns) {
    this.columns = columns;
    columns.forEach(c -> values.add(new ArrayList<>()));
  }

  List<@Nullable String> column(int i) {
    return values.get(i);
  }

  @Override
  public void nothing(int column) {
    values.get(column).add(null);
  }

  @Override
  public void bool(int column, boolean value) {
    values.get(column).add(String.valueOf(value));
  }

  @Override
  public void bigint(int column, long value) {
    values.get(column).add(String.valueOf(value));
  }

  @Override
  public void real(int column, double value) {
    values.get(column).add(real(value));
  }

  /** Two notations of the same number are one. */
  static String real(double value) {
    return Double.toString(value);
  }

  @Override
  public void decimal(int column, long high, long low) {
    var unscaled =
        BigInteger.valueOf(high).shiftLeft(64).or(new BigInteger(Long.toUnsignedString(low)));
    int scale = ((SqlType.Decimal) columns.get(column).type()).scale();
    values.get(column).add(new BigDecimal(unscaled, scale).toPlainString());
  }

  @Override
  public void text(int column, byte[] bytes, int from, int length) {
    values.get(column).add(new String(bytes, from, length, UTF_8));
  }

  @Override
  public void binary(int column, byte[] bytes, int from, int length) {
    values.get(column).add(HexFormat.of().formatHex(bytes, from, from + length));
  }

  @Override
  public void date(int column, int epochDay) {
    values.get(column).add(LocalDate.ofEpochDay(epochDay).toString());
  }

  @Override
  public void timestamp(int column, long epochMicros) {
    var time =
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(epochMicros, 1_000_000L),
            (int) Math.floorMod(epochMicros, 1_000_000L) * 1000,
            ZoneOffset.UTC);
    String fraction = "%06d".formatted(time.getNano() / 1000).replaceAll("0+$", "");
    values
        .get(column)
        .add(
            "%s %02d:%02d:%02d%s"
                .formatted(
                    time.toLocalDate(),
                    time.getHour(),
                    time.getMinute(),
                    time.getSecond(),
                    fraction.isEmpty() ? "" : "." + fraction));
  }

  @Override
  public void endRow() {}
}
