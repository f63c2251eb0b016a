package dev.tidemill.sources.proof;

import dev.tidemill.sql.arrow.RowSink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Counts and hashes rows, in any order. Each row is written down as bytes in one way only, hashed
 * to 128 bits, and the hashes are added modulo 2^64 in two halves: a row missing, doubled or
 * changed changes the sum.
 */
public final class RowHash implements RowSink {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int FIRST_ROOM = 512;
  private static final int LARGE = 1 << 20;
  private static final byte NULL = 0;
  private static final byte VALUE = 1;

  private final Murmur128 murmur = new Murmur128();
  private byte[] row = new byte[FIRST_ROOM];
  private int length;
  private long rows;
  private long first;
  private long second;

  public long rows() {
    return rows;
  }

  /** 32 digits of hex; all zero for no rows. */
  public String hex() {
    return HexFormat.of().toHexDigits(first) + HexFormat.of().toHexDigits(second);
  }

  /** The hash of all rows of several parts. */
  public static String sum(Iterable<String> parts) {
    long first = 0;
    long second = 0;
    for (String part : parts) {
      first += HexFormat.fromHexDigitsToLong(part, 0, 16);
      second += HexFormat.fromHexDigitsToLong(part, 16, 32);
    }
    return HexFormat.of().toHexDigits(first) + HexFormat.of().toHexDigits(second);
  }

  @Override
  public void nothing(int column) {
    room(1);
    row[length++] = NULL;
  }

  @Override
  public void bool(int column, boolean value) {
    room(2);
    row[length++] = VALUE;
    row[length++] = (byte) (value ? 1 : 0);
  }

  @Override
  public void bigint(int column, long value) {
    eight(value);
  }

  @Override
  public void real(int column, double value) {
    // All NaNs are one; -0.0 and 0.0 are two.
    eight(Double.doubleToLongBits(value));
  }

  @Override
  public void decimal(int column, long high, long low) {
    room(17);
    row[length] = VALUE;
    LONG.set(row, length + 1, low);
    LONG.set(row, length + 9, high);
    length += 17;
  }

  @Override
  public void text(int column, byte[] bytes, int from, int count) {
    room(5 + count);
    row[length] = VALUE;
    INT.set(row, length + 1, count);
    System.arraycopy(bytes, from, row, length + 5, count);
    length += 5 + count;
  }

  @Override
  public void binary(int column, byte[] bytes, int from, int count) {
    text(column, bytes, from, count);
  }

  @Override
  public void date(int column, int epochDay) {
    eight(epochDay);
  }

  @Override
  public void timestamp(int column, long epochMicros) {
    eight(epochMicros);
  }

  @Override
  public void endRow() {
    murmur.hash(row, length);
    first += murmur.first();
    second += murmur.second();
    rows++;
    length = 0;
    if (row.length > LARGE) {
      row = new byte[FIRST_ROOM];
    }
  }

  private void eight(long value) {
    room(9);
    row[length] = VALUE;
    LONG.set(row, length + 1, value);
    length += 9;
  }

  private void room(int more) {
    if (row.length - length < more) {
      int needed = Math.addExact(length, more);
      // Twice as much at once would waste most where it matters most.
      row = Arrays.copyOf(row, (int) Math.min(needed + (long) LARGE, 2L * needed));
    }
  }
}
