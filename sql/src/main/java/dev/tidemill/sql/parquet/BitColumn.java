package dev.tidemill.sql.parquet;

import java.util.Arrays;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;

/** Truth values. */
final class BitColumn extends ColumnDraft {
  private final byte[] bits;
  private int count;

  BitColumn(Shape shape) {
    super(shape);
    this.bits = new byte[shape.pageRows() / 8];
  }

  void add(boolean value) {
    if (value) {
      bits[count >> 3] |= (byte) (1 << (count & 7));
    }
    count++;
  }

  @Override
  Encoding values(PageBytes out) {
    out.put(bits, 0, (count + 7) / 8);
    Arrays.fill(bits, (byte) 0);
    count = 0;
    return Encoding.PLAIN;
  }

  @Override
  void bounds(Statistics statistics) {
    // Of two values there is little to say.
  }
}
