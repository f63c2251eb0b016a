package dev.tidemill.sql.arrow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Remembers rows as texts, to compare them. */
public final class RowTexts implements RowSink {
  private final List<List<String>> rows = new ArrayList<>();
  private List<String> row = new ArrayList<>();

  public List<List<String>> rows() {
    return rows;
  }

  @Override
  public void nothing(int column) {
    row.add("null");
  }

  @Override
  public void bool(int column, boolean value) {
    row.add(String.valueOf(value));
  }

  @Override
  public void bigint(int column, long value) {
    row.add(String.valueOf(value));
  }

  @Override
  public void real(int column, double value) {
    row.add(String.valueOf(value));
  }

  @Override
  public void decimal(int column, long high, long low) {
    var value = BigInteger.valueOf(high).shiftLeft(64);
    row.add(value.or(new BigInteger(Long.toUnsignedString(low))).toString());
  }

  @Override
  public void text(int column, byte[] bytes, int from, int length) {
    row.add("'" + new String(bytes, from, length, UTF_8) + "'");
  }

  @Override
  public void binary(int column, byte[] bytes, int from, int length) {
    row.add("x" + HexFormat.of().formatHex(bytes, from, from + length));
  }

  @Override
  public void date(int column, int epochDay) {
    row.add("day " + epochDay);
  }

  @Override
  public void timestamp(int column, long epochMicros) {
    row.add("at " + epochMicros);
  }

  @Override
  public void endRow() {
    rows.add(row);
    row = new ArrayList<>();
  }
}
