package dev.tidemill.sql.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes that grow at their end, numbers little-endian. */
final class PageBytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int FIRST_ROOM = 1 << 12;
  private static final int LARGE = 8 << 20;
  private static final int KEPT = 4 << 20;

  private byte[] bytes = new byte[FIRST_ROOM];
  private int size;

  byte[] array() {
    return bytes;
  }

  int size() {
    return size;
  }

  void clear() {
    truncate(0);
  }

  void truncate(int to) {
    size = to;
  }

  /** Like {@link #clear}, and gives back what long values made it take. */
  void relax() {
    if (bytes.length > KEPT) {
      bytes = new byte[FIRST_ROOM];
    }
    clear();
  }

  void room(int more) {
    if (bytes.length - size < more) {
      int needed = Math.addExact(size, more);
      // Twice as much at once would waste most where it matters most.
      bytes = Arrays.copyOf(bytes, (int) Math.min(needed + (long) LARGE, 2L * needed));
    }
  }

  void grown(int by) {
    size += by;
  }

  void put(int value) {
    room(1);
    bytes[size++] = (byte) value;
  }

  void putInt(int value) {
    room(Integer.BYTES);
    INT.set(bytes, size, value);
    size += Integer.BYTES;
  }

  void putInt(int at, int value) {
    INT.set(bytes, at, value);
  }

  void putLong(long value) {
    room(Long.BYTES);
    LONG.set(bytes, size, value);
    size += Long.BYTES;
  }

  void put(byte[] from, int at, int length) {
    room(length);
    System.arraycopy(from, at, bytes, size, length);
    size += length;
  }

  /** Seven bits in a byte, the lowest first. */
  void putVarint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      put((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    put((int) rest);
  }

  void putZigzag(long value) {
    putVarint((value << 1) ^ (value >> 63));
  }
}
