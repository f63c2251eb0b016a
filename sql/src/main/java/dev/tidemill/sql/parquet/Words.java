package dev.tidemill.sql.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The kinds of values of a column that has few. */
final class Words {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  static final int MOST = 2048;
  private static final int MOST_BYTES = 1 << 16;
  private static final int SLOTS = 4 * MOST;

  /** One more than a number, 0 for free. */
  private final int[] slots = new int[SLOTS];

  private final int[] ends = new int[MOST + 1];
  private final byte[] bytes = new byte[MOST_BYTES];
  private int count;

  int count() {
    return count;
  }

  /** -1 when there is no room for one more. */
  int number(byte[] from, int at, int length) {
    int slot = hash(from, at, length) & (SLOTS - 1);
    while (slots[slot] != 0) {
      int number = slots[slot] - 1;
      if (Arrays.equals(bytes, ends[number], ends[number + 1], from, at, at + length)) {
        return number;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    if (count == MOST || length > MOST_BYTES - ends[count]) {
      return -1;
    }
    System.arraycopy(from, at, bytes, ends[count], length);
    ends[count + 1] = ends[count] + length;
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

  private static int hash(byte[] from, int at, int length) {
    long hash = length;
    int i = at;
    for (; i + Long.BYTES <= at + length; i += Long.BYTES) {
      hash = (hash ^ (long) LONG.get(from, i)) * 0x9e3779b97f4a7c15L;
      hash ^= hash >>> 29;
    }
    for (; i < at + length; i++) {
      hash = (hash ^ from[i]) * 0x9e3779b97f4a7c15L;
    }
    return (int) (hash >>> 40);
  }
}
