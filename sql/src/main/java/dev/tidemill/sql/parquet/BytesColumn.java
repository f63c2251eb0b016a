package dev.tidemill.sql.parquet;

import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * Texts and binary values. They begin as numbers of a dictionary; with too many kinds of them the
 * column gives that up for the rest of the file.
 */
final class BytesColumn extends ColumnDraft {
  private static final int ROOM = 1 << 18;
  private static final int KEPT = 4 << 20;

  private final long[] lengths = new long[PAGE_ROWS];
  private final PageBytes bytes = new PageBytes(ROOM);
  private final int[] numbers = new int[PAGE_ROWS];
  private final Packing packing = new Packing();
  private final Words words = new Words();
  private boolean few = true;
  private boolean used;
  private int count;

  void add(byte[] from, int at, int length) {
    if (few) {
      int number = words.number(from, at, length);
      if (number >= 0) {
        numbers[count++] = number;
        return;
      }
      giveUp();
    }
    bytes.put(from, at, length);
    lengths[count++] = length;
  }

  private void giveUp() {
    few = false;
    for (int i = 0; i < count; i++) {
      lengths[i] = words.copy(numbers[i], bytes);
    }
  }

  @Override
  Encoding values(PageBytes out) {
    int all = count;
    count = 0;
    if (few && all > 0) {
      used = true;
      int width = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(words.count() - 1));
      out.put(width);
      if (words.count() == 1) {
        Packing.run(0, all, out);
      } else {
        Packing.bitPacked(numbers, all, width, out);
      }
      return Encoding.RLE_DICTIONARY;
    }
    if (all == 0) {
      return Encoding.PLAIN;
    }
    packing.deltas(lengths, all, out);
    out.put(bytes.array(), 0, bytes.size());
    if (bytes.array().length > KEPT) {
      bytes.shrink(ROOM);
    }
    bytes.clear();
    return Encoding.DELTA_LENGTH_BYTE_ARRAY;
  }

  /** What the pages of the row group refer to, or null; the next one begins anew. */
  @Nullable Words dictionary() {
    return used ? words : null;
  }

  void forget() {
    used = false;
    words.clear();
  }

  @Override
  void bounds(Statistics statistics) {
    // Would mean a comparison per value, for filters that the source has applied already.
  }
}
