package dev.tidemill.sql.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;

/** Whole numbers, dates, timestamps, and decimals of up to 18 digits. */
final class NumberColumn extends ColumnDraft {
  private final long[] values;
  private final Packing packing = new Packing();
  private final int bytes;
  private int count;
  private boolean packs = true;
  private long least = Long.MAX_VALUE;
  private long most = Long.MIN_VALUE;

  /**
   * @param bytes of a number in the file, 4 or 8
   */
  NumberColumn(int bytes, Shape shape) {
    super(shape);
    this.values = new long[shape.pageRows()];
    this.bytes = bytes;
  }

  void add(long value) {
    values[count++] = value;
  }

  @Override
  Encoding values(PageBytes out) {
    for (int i = 0; i < count; i++) {
      least = Math.min(least, values[i]);
      most = Math.max(most, values[i]);
    }
    int all = count;
    count = 0;
    if (packs && all > 0) {
      int before = out.size();
      packing.deltas(values, all, out);
      if (out.size() - before < bytes * all * 3 / 4) {
        return Encoding.DELTA_BINARY_PACKED;
      }
      // Numbers that have nothing to do with each other; the next group tries again.
      packs = false;
      out.truncate(before);
    }
    for (int i = 0; i < all; i++) {
      if (bytes == Integer.BYTES) {
        out.putInt((int) values[i]);
      } else {
        out.putLong(values[i]);
      }
    }
    return Encoding.PLAIN;
  }

  @Override
  void bounds(Statistics statistics) {
    if (least <= most) {
      statistics.setMin_value(bytes(least)).setMax_value(bytes(most));
    }
    least = Long.MAX_VALUE;
    most = Long.MIN_VALUE;
    packs = true;
  }

  private byte[] bytes(long value) {
    var buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return (bytes == Integer.BYTES ? buffer.putInt((int) value) : buffer.putLong(value)).array();
  }
}
