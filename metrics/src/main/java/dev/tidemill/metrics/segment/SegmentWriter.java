package dev.tidemill.metrics.segment;

import static java.util.Objects.requireNonNull;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.TimeRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/** Writes one segment, holding one row group in memory. For one thread. */
public final class SegmentWriter {
  /** The order in which series must come. */
  public static final Comparator<Labels> ORDER =
      Comparator.comparing(Slot::of).thenComparing(Comparator.naturalOrder());

  private final ChunkWriter.Output out;
  private final RowGroupDraft draft = new RowGroupDraft();
  private final List<RowGroupDraft.Written> groups = new ArrayList<>();
  private @Nullable Labels last;
  private long series;
  private long samples;

  /** What a catalogue should know. */
  public record Summary(TimeRange times, long series, long samples) {}

  public SegmentWriter(OutputStream out) throws IOException {
    this.out = new ChunkWriter.Output(out);
    this.out.write(Layout.MAGIC);
  }

  /** Each series once, in {@link #ORDER}; one without samples is left out. */
  public void add(Labels labels, Samples ofSeries) throws IOException {
    if (last != null && ORDER.compare(last, labels) >= 0) {
      throw new IllegalArgumentException(labels + " comes behind " + last);
    }
    last = labels;
    if (ofSeries.size() == 0) {
      return;
    }
    series++;
    samples += ofSeries.size();
    for (int from = 0; from < ofSeries.size(); ) {
      from = draft.take(labels, ofSeries, from);
      if (draft.rows() == Layout.ROWS_PER_GROUP) {
        groups.add(draft.write(out));
      }
    }
  }

  /** Writes the rest; the stream stays open. A segment without samples cannot be. */
  public Summary finish() throws IOException {
    if (draft.rows() > 0) {
      groups.add(draft.write(out));
    }
    if (groups.isEmpty()) {
      throw new IllegalStateException("a segment has a sample at least");
    }
    for (RowGroupDraft.Written group : groups) {
      for (int column = 0; column < Layout.COLUMNS; column++) {
        index(requireNonNull(group.group().getColumns()).get(column), group.indexes().get(column));
      }
    }
    footer();
    long mint = groups.stream().mapToLong(g -> g.times().mint()).min().orElseThrow();
    long maxt = groups.stream().mapToLong(g -> g.times().maxt()).max().orElseThrow();
    return new Summary(new TimeRange(mint, maxt), series, samples);
  }

  private void index(ColumnChunk chunk, OffsetIndex index) throws IOException {
    var bytes = new ByteArrayOutputStream();
    Util.writeOffsetIndex(index, bytes);
    chunk.setOffset_index_offset(out.at()).setOffset_index_length(bytes.size());
    out.write(bytes.toByteArray());
  }

  private void footer() throws IOException {
    String slots =
        groups.stream().map(RowGroupDraft.Written::slots).collect(Collectors.joining(" "));
    var about =
        new FileMetaData(
                2,
                Layout.schema(),
                samples,
                groups.stream().map(RowGroupDraft.Written::group).toList())
            .setCreated_by("tidemill")
            .setColumn_orders(
                Collections.nCopies(Layout.COLUMNS, ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())))
            .setKey_value_metadata(
                List.of(
                    new KeyValue(Layout.VERSION_KEY).setValue(Layout.VERSION),
                    new KeyValue(Layout.SLOTS_KEY).setValue(slots)));
    var bytes = new ByteArrayOutputStream();
    Util.writeFileMetaData(about, bytes);
    out.write(bytes.toByteArray());
    out.write(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(bytes.size())
            .array());
    out.write(Layout.MAGIC);
  }
}
