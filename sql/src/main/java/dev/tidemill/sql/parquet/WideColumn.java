package dev.tidemill.sql.parquet;

import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;

/** Decimals of more than 18 digits, sixteen bytes each, the highest first. */
final class WideColumn extends ColumnDraft {
  static final int BYTES = 16;

  private final long[] values;
  private int count;

  WideColumn(Shape shape) {
    super(shape);
    this.values = new long[2 * shape.pageRows()];
  }

  void add(long high, long low) {
    values[count++] = high;
    values[count++] = low;
  }

  @Override
  Encoding values(PageBytes out) {
    for (int i = 0; i < count; i++) {
      out.putLong(Long.reverseBytes(values[i]));
    }
    count = 0;
    return Encoding.PLAIN;
  }

  @Override
  void bounds(Statistics statistics) {
    // Rarely filtered by; not worth 128-bit comparisons.
  }
}
