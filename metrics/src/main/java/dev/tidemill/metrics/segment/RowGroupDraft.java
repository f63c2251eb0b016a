package dev.tidemill.metrics.segment;

import static java.util.Objects.requireNonNull;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.TimeRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;

/** Rows in memory until there are enough for a row group. */
final class RowGroupDraft {
  private static final int FIRST_ROOM = 1024;

  private final List<byte[]> texts = new ArrayList<>();
  private int[] series = new int[FIRST_ROOM];
  private long[] times = new long[FIRST_ROOM];
  private double[] values = new double[FIRST_ROOM];
  private int firstSlot = -1;
  private int lastSlot = -1;
  private int rows;

  /** What became of it. */
  record Written(RowGroup group, List<OffsetIndex> indexes, String slots, TimeRange times) {}

  int rows() {
    return rows;
  }

  /** Takes samples from an index on and returns where it had to stop. */
  int take(Labels labels, Samples samples, int from) {
    texts.add(LabelsText.write(labels));
    int slot = Slot.of(labels).number();
    firstSlot = firstSlot < 0 ? slot : firstSlot;
    lastSlot = slot;
    int count = Math.min(samples.size() - from, Layout.ROWS_PER_GROUP - rows);
    makeRoom(rows + count);
    for (int i = from; i < from + count; i++, rows++) {
      series[rows] = texts.size() - 1;
      times[rows] = samples.timestamp(i);
      values[rows] = samples.value(i);
    }
    return from + count;
  }

  private void makeRoom(int needed) {
    if (needed > times.length) {
      int room = Math.min(Layout.ROWS_PER_GROUP, Math.max(needed, 2 * times.length));
      series = Arrays.copyOf(series, room);
      times = Arrays.copyOf(times, room);
      values = Arrays.copyOf(values, room);
    }
  }

  Written write(ChunkWriter.Output out) throws IOException {
    long start = out.at();
    var seriesChunk = new ChunkWriter(out);
    seriesChunk.dictionary(Encodings.plain(texts), texts.size());
    for (int from = 0; from < rows; from = pageEnd(from)) {
      byte[] page = Encodings.runs(series, from, pageEnd(from), texts.size());
      seriesChunk.data(page, pageEnd(from) - from, Encoding.RLE_DICTIONARY);
    }
    ColumnChunk seriesAbout = seriesChunk.finish(Layout.SERIES, Type.BYTE_ARRAY);
    var timeChunk = new ChunkWriter(out);
    for (int from = 0; from < rows; from = pageEnd(from)) {
      byte[] page = Encodings.deltas(times, from, pageEnd(from));
      timeChunk.data(page, pageEnd(from) - from, Encoding.DELTA_BINARY_PACKED);
    }
    ColumnChunk timeAbout = timeChunk.finish(Layout.TIME, Type.INT64);
    TimeRange range = range();
    requireNonNull(timeAbout.getMeta_data()).setStatistics(statistics(range));
    var valueChunk = new ChunkWriter(out);
    for (int from = 0; from < rows; from = pageEnd(from)) {
      byte[] page = Encodings.split(values, from, pageEnd(from));
      valueChunk.data(page, pageEnd(from) - from, Encoding.BYTE_STREAM_SPLIT);
    }
    ColumnChunk valueAbout = valueChunk.finish(Layout.VALUE, Type.DOUBLE);
    var columns = List.of(seriesAbout, timeAbout, valueAbout);
    long size =
        columns.stream()
            .mapToLong(c -> requireNonNull(c.getMeta_data()).getTotal_uncompressed_size())
            .sum();
    var group =
        new RowGroup(columns, size, rows)
            .setFile_offset(start)
            .setTotal_compressed_size(out.at() - start);
    var written =
        new Written(
            group,
            List.of(seriesChunk.index(), timeChunk.index(), valueChunk.index()),
            firstSlot + "-" + lastSlot,
            range);
    clear();
    return written;
  }

  private int pageEnd(int from) {
    return Math.min(from + Layout.ROWS_PER_PAGE, rows);
  }

  private TimeRange range() {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < rows; i++) {
      least = Math.min(least, times[i]);
      most = Math.max(most, times[i]);
    }
    return new TimeRange(least, most);
  }

  private void clear() {
    texts.clear();
    rows = 0;
    firstSlot = -1;
  }

  private static Statistics statistics(TimeRange range) {
    return new Statistics()
        .setNull_count(0)
        .setMin_value(bytes(range.mint()))
        .setMax_value(bytes(range.maxt()));
  }

  private static byte[] bytes(long value) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }
}
