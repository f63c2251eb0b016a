package dev.tidemill.sql.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The kinds of values of a column that has few. */
final class Words {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int BYTES_OF_ONE = 32;
  private static final long MIX = 0x9e3779b97f4a7c15L;

  /** One more than a number, 0 for free. */
  private final int[] slots;

  private final long[] keys;
  private final int[] ends;
  private final byte[] bytes;
  private final int most;
  private int count;

  /**
   * @param most a power of two
   */
  Words(int most) {
    this.most = most;
    this.slots = new int[4 * most];
    this.keys = new long[4 * most];
    this.ends = new int[most + 1];
    this.bytes = new byte[BYTES_OF_ONE * most];
  }

  int count() {
    return count;
  }

  /** -1 when there is no room for one more. */
  int number(byte[] from, int at, int length) {
    long key = length < Long.BYTES ? whole(from, at, length) : hash(from, at, length);
    int slot = (int) ((key * MIX) >>> 40) & (slots.length - 1);
    while (slots[slot] != 0) {
      int number = slots[slot] - 1;
      if (keys[slot] == key
          && (length < Long.BYTES
              || Arrays.equals(bytes, ends[number], ends[number + 1], from, at, at + length))) {
        return number;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    if (count == most || length > bytes.length - ends[count]) {
      return -1;
    }
    System.arraycopy(from, at, bytes, ends[count], length);
    ends[count + 1] = ends[count] + length;
    keys[slot] = key;
    slots[slot] = ++count;
    return count - 1;
  }

  int copy(int number, PageBytes out) {
    int length = ends[number + 1] - ends[number];
    out.put(bytes, ends[number], length);
    return length;
  }

  /** Each with its length, as a dictionary page has them. */
  void writeTo(PageBytes out) {
    for (int i = 0; i < count; i++) {
      out.putInt(ends[i + 1] - ends[i]);
      copy(i, out);
    }
  }

  void clear() {
    Arrays.fill(slots, 0);
    count = 0;
  }

  /** A short value itself, with its length: two that are equal here are equal. */
  private static long whole(byte[] from, int at, int length) {
    long value = 0;
    if (from.length - at >= Long.BYTES) {
      value = (long) LONG.get(from, at) & ((1L << (8 * length)) - 1);
    } else {
      for (int i = 0; i < length; i++) {
        value |= (from[at + i] & 0xffL) << (8 * i);
      }
    }
    return value | ((long) length << 56);
  }

  /** Never that of a short one, whose highest bit is 0. */
  private static long hash(byte[] from, int at, int length) {
    long hash = length;
    int i = at;
    for (; i + Long.BYTES <= at + length; i += Long.BYTES) {
      hash = (hash ^ (long) LONG.get(from, i)) * MIX;
      hash ^= hash >>> 29;
    }
    hash ^= (long) LONG.get(from, at + length - Long.BYTES);
    return (hash * MIX) | Long.MIN_VALUE;
  }
}
