package dev.tidemill.metrics.segment;

import static java.util.Objects.requireNonNull;

import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.TimeRange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/** What lies where in a segment. */
record Footer(List<Group> groups) {
  /** One read gets the footer of nearly every segment, and the page index with it. */
  private static final int TAIL = 1 << 16;

  private static final int FRAME = Integer.BYTES + Layout.MAGIC.length;

  /** Bytes of a file. */
  record Span(long from, int length) {}

  /** A row group; page {@code i} of time and value hold the same rows. */
  record Group(
      int rows,
      Slot firstSlot,
      Slot lastSlot,
      TimeRange times,
      Span series,
      List<PageLocation> timePages,
      List<PageLocation> valuePages) {

    long slots() {
      return (-1L << firstSlot.number()) & (-1L >>> (Slot.COUNT - 1 - lastSlot.number()));
    }
  }

  static Footer read(ByteSource source) throws IOException {
    long size = source.size();
    if (size < 2 * Layout.MAGIC.length + FRAME) {
      throw new IOException("a segment cannot have only " + size + " bytes");
    }
    var tail = new Tail(source, size);
    byte[] frame = tail.read(size - FRAME, FRAME);
    if (!Arrays.equals(Arrays.copyOfRange(frame, Integer.BYTES, FRAME), Layout.MAGIC)) {
      throw new IOException("the file does not end as Parquet does");
    }
    int length = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 0 || length > size - FRAME) {
      throw new IOException("the footer is longer than the file");
    }
    byte[] bytes = tail.read(size - FRAME - length, length);
    FileMetaData about = Util.readFileMetaData(new ByteArrayInputStream(bytes));
    if (!Layout.VERSION.equals(value(about, Layout.VERSION_KEY))) {
      throw new IOException("the file is no segment of a known version");
    }
    String[] slots = value(about, Layout.SLOTS_KEY).split(" ", -1);
    if (slots.length != about.getRow_groupsSize()) {
      throw new IOException("the footer contradicts itself");
    }
    var groups = new ArrayList<Group>();
    for (int i = 0; i < slots.length; i++) {
      groups.add(group(requireNonNull(about.getRow_groups()).get(i), slots[i].split("-", 2), tail));
    }
    return new Footer(groups);
  }

  private static Group group(RowGroup group, String[] slots, Tail tail) throws IOException {
    List<ColumnChunk> columns = requireNonNull(group.getColumns());
    if (columns.size() != Layout.COLUMNS || slots.length != 2) {
      throw new IOException("the footer contradicts itself");
    }
    var series = requireNonNull(columns.get(0).getMeta_data());
    var times = requireNonNull(requireNonNull(columns.get(1).getMeta_data()).getStatistics());
    List<PageLocation> timePages = pages(columns.get(1), tail);
    List<PageLocation> valuePages = pages(columns.get(2), tail);
    if (timePages.size() != valuePages.size()) {
      throw new IOException("the columns are not cut at the same rows");
    }
    return new Group(
        Math.toIntExact(group.getNum_rows()),
        new Slot(Integer.parseInt(slots[0])),
        new Slot(Integer.parseInt(slots[1])),
        new TimeRange(
            number(requireNonNull(times.getMin_value())),
            number(requireNonNull(times.getMax_value()))),
        new Span(
            series.getDictionary_page_offset(), Math.toIntExact(series.getTotal_compressed_size())),
        timePages,
        valuePages);
  }

  private static List<PageLocation> pages(ColumnChunk chunk, Tail tail) throws IOException {
    byte[] bytes = tail.read(chunk.getOffset_index_offset(), chunk.getOffset_index_length());
    OffsetIndex index = Util.readOffsetIndex(new ByteArrayInputStream(bytes));
    return List.copyOf(requireNonNull(index.getPage_locations()));
  }

  private static long number(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private static String value(FileMetaData about, String key) {
    List<KeyValue> pairs =
        about.isSetKey_value_metadata() ? requireNonNull(about.getKey_value_metadata()) : List.of();
    return pairs.stream()
        .filter(pair -> key.equals(pair.getKey()))
        .map(pair -> requireNonNull(pair.getValue()))
        .findFirst()
        .orElse("");
  }

  /** Reads the end of the file at once, and what lies before it when it is asked for. */
  private static final class Tail {
    private final ByteSource source;
    private final long from;
    private final byte[] bytes;

    Tail(ByteSource source, long size) throws IOException {
      this.source = source;
      this.from = Math.max(0, size - TAIL);
      this.bytes = source.read(from, (int) (size - from));
    }

    byte[] read(long at, int length) throws IOException {
      if (at < from) {
        return source.read(at, length);
      }
      int start = Math.toIntExact(at - from);
      if (length < 0 || length > bytes.length - start) {
        throw new IOException("nothing at %d+%d".formatted(at, length));
      }
      return Arrays.copyOfRange(bytes, start, start + length);
    }
  }
}
