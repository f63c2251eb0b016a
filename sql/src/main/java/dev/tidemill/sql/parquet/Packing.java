package dev.tidemill.sql.parquet;

/** Whole numbers in as few bits as they need. */
final class Packing {
  private static final int BLOCK = 128;
  private static final int MINI = 32;

  private final long[] deltas = new long[BLOCK];

  /** DELTA_BINARY_PACKED. For INT32 no difference of two differences may need more than 32 bits. */
  void deltas(long[] values, int count, PageBytes out) {
    out.putVarint(BLOCK);
    out.putVarint(BLOCK / MINI);
    out.putVarint(count);
    out.putZigzag(count == 0 ? 0 : values[0]);
    for (int from = 1; from < count; from += BLOCK) {
      block(values, from, Math.min(BLOCK, count - from), out);
    }
  }

  private void block(long[] values, int from, int count, PageBytes out) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      long delta = values[from + i] - values[from + i - 1];
      deltas[i] = delta;
      least = Math.min(least, delta);
    }
    for (int i = 0; i < count; i++) {
      deltas[i] -= least;
    }
    for (int i = count; i < BLOCK; i++) {
      deltas[i] = 0;
    }
    out.putZigzag(least);
    out.room(BLOCK / MINI);
    int widths = out.size();
    out.grown(BLOCK / MINI);
    for (int mini = 0; mini < BLOCK / MINI; mini++) {
      long bits = 0;
      for (int i = mini * MINI; i < (mini + 1) * MINI; i++) {
        bits |= deltas[i];
      }
      int width = Long.SIZE - Long.numberOfLeadingZeros(bits);
      out.array()[widths + mini] = (byte) width;
      // What lies behind the last value is not written, and its widths are 0.
      if (width > 0) {
        pack(deltas, mini * MINI, width, out);
      }
    }
  }

  /** Thirty-two numbers of a width, the lowest bits first. */
  private static void pack(long[] values, int from, int width, PageBytes out) {
    out.room(MINI / 8 * width + Long.BYTES);
    long word = 0;
    int used = 0;
    for (int i = from; i < from + MINI; i++) {
      long value = values[i];
      word |= value << used;
      used += width;
      if (used >= Long.SIZE) {
        out.putLong(word);
        used -= Long.SIZE;
        word = used == 0 ? 0 : value >>> (width - used);
      }
    }
    if (used > 0) {
      out.putInt((int) word);
    }
  }

  /** The hybrid of runs and packed groups, as one packed run; at most 32 bits wide. */
  static void bitPacked(int[] values, int count, int width, PageBytes out) {
    int groups = (count + 7) / 8;
    out.putVarint(((long) groups << 1) | 1);
    long word = 0;
    int used = 0;
    for (int i = 0; i < groups * 8; i++) {
      word |= (i < count ? (long) values[i] : 0) << used;
      used += width;
      if (used >= Integer.SIZE) {
        out.putInt((int) word);
        word >>>= Integer.SIZE;
        used -= Integer.SIZE;
      }
    }
    for (; used > 0; used -= 8) {
      out.put((int) word);
      word >>>= 8;
    }
  }

  /** The hybrid, as one run of the same small number. */
  static void run(int value, int count, PageBytes out) {
    out.putVarint((long) count << 1);
    out.put(value);
  }
}
