package dev.tidemill.sql.parquet;

import java.util.Arrays;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;

/**
 * The values of one column, of the page that is being filled. Only what is there is stored; where
 * nothing is, a bit says so.
 */
abstract sealed class ColumnDraft
    permits BitColumn, BytesColumn, NumberColumn, RealColumn, WideColumn {
  private final long[] nothing;
  private int nulls;
  private long nullsOfGroup;

  ColumnDraft(Shape shape) {
    nothing = new long[shape.pageRows() / Long.SIZE];
  }

  final void nothing(int row) {
    nothing[row >> 6] |= 1L << row;
    nulls++;
  }

  /** All of the page; its values are forgotten. */
  final Encoding encode(int rows, PageBytes out) {
    int at = out.size();
    out.putInt(0);
    if (nulls == 0) {
      Packing.run(1, rows, out);
    } else {
      presence(rows, out);
    }
    out.putInt(at, out.size() - at - Integer.BYTES);
    Encoding encoding = values(out);
    nullsOfGroup += nulls;
    nulls = 0;
    return encoding;
  }

  /** One packed run of a bit per row. */
  private void presence(int rows, PageBytes out) {
    int groups = (rows + 7) / 8;
    out.putVarint(((long) groups << 1) | 1);
    out.room(groups);
    for (int i = 0; i < groups; i++) {
      out.put((int) (~nothing[i >> 3] >>> (8 * (i & 7))));
    }
    Arrays.fill(nothing, 0);
  }

  abstract Encoding values(PageBytes out);

  /** Of the row group, which begins anew. */
  final Statistics statistics() {
    var statistics = new Statistics().setNull_count(nullsOfGroup);
    nullsOfGroup = 0;
    bounds(statistics);
    return statistics;
  }

  abstract void bounds(Statistics statistics);
}
