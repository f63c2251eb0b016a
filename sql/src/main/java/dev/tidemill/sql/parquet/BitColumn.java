package dev.tidemill.sql.parquet;

import java.util.Arrays;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;

/** Truth values. */
final class BitColumn extends ColumnDraft {
  private final byte[] bits = new byte[PAGE_ROWS / 8];
  private int count;

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
