package dev.tidemill.sql.parquet;

import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * Texts and binary values. They begin as numbers of a dictionary; with too many kinds of them the
 * column gives that up for the rest of the file.
 */
final class BytesColumn extends ColumnDraft {
  private final long[] lengths;
  private final PageBytes bytes = new PageBytes();
  private final int[] numbers;
  private final Packing packing = new Packing();
  private final Words words;
  private boolean few = true;
  private boolean used;
  private int count;

  BytesColumn(Shape shape) {
    super(shape);
    this.lengths = new long[shape.pageRows()];
    this.numbers = new int[shape.pageRows()];
    this.words = new Words(shape.words());
  }

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
    bytes.relax();
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
