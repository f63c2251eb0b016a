package dev.tidemill.sql.parquet;

import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;

/** Floating point, bit for bit. */
final class RealColumn extends ColumnDraft {
  private final long[] values;
  private int count;

  RealColumn(Shape shape) {
    super(shape);
    this.values = new long[shape.pageRows()];
  }

  void add(double value) {
    values[count++] = Double.doubleToRawLongBits(value);
  }

  @Override
  Encoding values(PageBytes out) {
    for (int i = 0; i < count; i++) {
      out.putLong(values[i]);
    }
    count = 0;
    return Encoding.PLAIN;
  }

  @Override
  void bounds(Statistics statistics) {
    // Readers differ in what bounds mean beside NaN and -0.0.
  }
}
