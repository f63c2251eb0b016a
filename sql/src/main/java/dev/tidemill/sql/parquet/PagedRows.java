package dev.tidemill.sql.parquet;

import com.github.luben.zstd.ZstdCompressCtx;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.arrow.RowSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;

/** Rows into pages, pages into row groups, row groups into a file. For one thread. */
final class PagedRows implements RowSink, AutoCloseable {
  /** Compressing at it is about a seventh of what staging a row costs; others were not tried. */
  private static final int LEVEL = 1;

  private static final int GROUP_ROWS = 6 * Shape.MOST_ROWS;
  private static final long PAGE_BYTES = 4L << 20;

  private final FileOut out;
  private final long groupBytes;
  private final int pageRows;
  private final List<SchemaElement> schema;
  private final ColumnDraft[] columns;
  private final ChunkDraft[] chunks;
  private final ZstdCompressCtx zstd = new ZstdCompressCtx().setLevel(LEVEL);
  private final PageBytes raw = new PageBytes();
  private final List<RowGroup> groups = new ArrayList<>();
  private int row;
  private long bytes;
  private long rowsOfGroup;
  private long rows;

  PagedRows(List<SqlColumn> columns, FileOut out, long groupBytes) throws IOException {
    this.out = out;
    this.groupBytes = groupBytes;
    Shape shape = Shape.of(columns.size());
    this.pageRows = shape.pageRows();
    this.schema = Layout.schema(columns);
    this.columns =
        columns.stream().map(c -> Layout.draft(c.type(), shape)).toArray(ColumnDraft[]::new);
    this.chunks =
        schema.stream().skip(1).map(e -> new ChunkDraft(e, zstd)).toArray(ChunkDraft[]::new);
    out.write(Layout.MAGIC, Layout.MAGIC.length);
  }

  long rows() {
    return rows + row;
  }

  @Override
  public void nothing(int column) {
    columns[column].nothing(row);
  }

  @Override
  public void bool(int column, boolean value) {
    ((BitColumn) columns[column]).add(value);
  }

  @Override
  public void bigint(int column, long value) {
    ((NumberColumn) columns[column]).add(value);
  }

  @Override
  public void real(int column, double value) {
    ((RealColumn) columns[column]).add(value);
  }

  @Override
  public void decimal(int column, long high, long low) {
    if (columns[column] instanceof NumberColumn number) {
      number.add(low);
    } else {
      ((WideColumn) columns[column]).add(high, low);
    }
  }

  @Override
  public void text(int column, byte[] value, int from, int length) {
    ((BytesColumn) columns[column]).add(value, from, length);
    bytes += length;
  }

  @Override
  public void binary(int column, byte[] value, int from, int length) {
    text(column, value, from, length);
  }

  @Override
  public void date(int column, int epochDay) {
    bigint(column, epochDay);
  }

  @Override
  public void timestamp(int column, long epochMicros) {
    bigint(column, epochMicros);
  }

  @Override
  public void endRow() {
    if (++row == pageRows || bytes >= PAGE_BYTES) {
      try {
        endPage();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void endPage() throws IOException {
    long held = 0;
    for (int i = 0; i < columns.length; i++) {
      raw.clear();
      Encoding encoding = columns[i].encode(row, raw);
      chunks[i].data(raw, row, encoding);
      held += chunks[i].bytes();
    }
    raw.relax();
    rowsOfGroup += row;
    rows += row;
    row = 0;
    bytes = 0;
    if (rowsOfGroup >= GROUP_ROWS || held >= groupBytes) {
      endGroup();
    }
  }

  private void endGroup() throws IOException {
    long start = out.at();
    var written = new ArrayList<ColumnChunk>();
    long uncompressed = 0;
    for (int i = 0; i < columns.length; i++) {
      ColumnChunk chunk = endChunk(i);
      uncompressed +=
          java.util.Objects.requireNonNull(chunk.getMeta_data()).getTotal_uncompressed_size();
      written.add(chunk);
    }
    groups.add(
        new RowGroup(written, uncompressed, rowsOfGroup)
            .setFile_offset(start)
            .setTotal_compressed_size(out.at() - start));
    rowsOfGroup = 0;
  }

  private ColumnChunk endChunk(int i) throws IOException {
    raw.clear();
    int words = 0;
    if (columns[i] instanceof BytesColumn texts) {
      Words dictionary = texts.dictionary();
      if (dictionary != null) {
        dictionary.writeTo(raw);
        words = dictionary.count();
      }
      texts.forget();
    }
    return chunks[i].writeTo(out, raw, words, rowsOfGroup, columns[i].statistics());
  }

  /** Writes the rest and the footer. */
  void finish() throws IOException {
    if (row > 0) {
      endPage();
    }
    if (rowsOfGroup > 0) {
      endGroup();
    }
    var about =
        new FileMetaData(2, schema, rows, groups)
            .setCreated_by("tidemill")
            .setColumn_orders(
                Collections.nCopies(
                    columns.length, ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())));
    var footer = new ByteArrayOutputStream();
    Util.writeFileMetaData(about, footer);
    out.write(footer.toByteArray(), footer.size());
    byte[] length =
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(footer.size())
            .array();
    out.write(length, length.length);
    out.write(Layout.MAGIC, Layout.MAGIC.length);
  }

  @Override
  public void close() {
    zstd.close();
  }
}
