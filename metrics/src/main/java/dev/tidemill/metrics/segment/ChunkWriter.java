package dev.tidemill.metrics.segment;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/** Pages of one column of one row group, written one after the other. */
final class ChunkWriter {
  private final Output out;
  private final long start;
  private final Set<Encoding> encodings = new LinkedHashSet<>();
  private final List<PageLocation> pages = new ArrayList<>();
  private long uncompressed;
  private long dictionaryAt = -1;
  private long rows;

  /** Knows where it is. */
  static final class Output {
    private final OutputStream out;
    private long at;

    Output(OutputStream out) {
      this.out = out;
    }

    void write(byte[] bytes) throws IOException {
      out.write(bytes);
      at += bytes.length;
    }

    long at() {
      return at;
    }
  }

  ChunkWriter(Output out) {
    this.out = out;
    this.start = out.at();
  }

  void dictionary(byte[] entries, int count) throws IOException {
    dictionaryAt = out.at();
    encodings.add(Encoding.PLAIN);
    page(
        PageType.DICTIONARY_PAGE,
        entries,
        header ->
            header.setDictionary_page_header(new DictionaryPageHeader(count, Encoding.PLAIN)));
  }

  void data(byte[] values, int count, Encoding encoding) throws IOException {
    long at = out.at();
    encodings.add(encoding);
    page(
        PageType.DATA_PAGE,
        values,
        header ->
            header.setData_page_header(
                new DataPageHeader(count, encoding, Encoding.RLE, Encoding.RLE)));
    pages.add(new PageLocation(at, Math.toIntExact(out.at() - at), rows));
    rows += count;
  }

  private void page(PageType type, byte[] raw, Consumer<PageHeader> kind) throws IOException {
    byte[] packed = Zstd.compress(raw);
    var crc = new CRC32();
    crc.update(packed);
    var header = new PageHeader(type, raw.length, packed.length).setCrc((int) crc.getValue());
    kind.accept(header);
    var head = new ByteArrayOutputStream();
    Util.writePageHeader(header, head);
    out.write(head.toByteArray());
    out.write(packed);
    uncompressed += head.size() + raw.length;
  }

  ColumnChunk finish(String name, Type type) {
    encodings.add(Encoding.RLE);
    var about =
        new ColumnMetaData(
            type,
            List.copyOf(encodings),
            List.of(name),
            CompressionCodec.ZSTD,
            rows,
            uncompressed,
            out.at() - start,
            pages.getFirst().getOffset());
    if (dictionaryAt >= 0) {
      about.setDictionary_page_offset(dictionaryAt);
    }
    return new ColumnChunk(start).setMeta_data(about);
  }

  OffsetIndex index() {
    return new OffsetIndex(pages);
  }
}
