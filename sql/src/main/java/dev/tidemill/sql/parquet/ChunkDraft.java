package dev.tidemill.sql.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;

/** The compressed pages of one column, until its row group is written. */
final class ChunkDraft {
  private final SchemaElement element;
  private final ZstdCompressCtx zstd;
  private final PageBytes pages = new PageBytes();
  private final Set<Encoding> encodings = EnumSet.noneOf(Encoding.class);
  private long uncompressed;

  ChunkDraft(SchemaElement element, ZstdCompressCtx zstd) {
    this.element = element;
    this.zstd = zstd;
  }

  int bytes() {
    return pages.size();
  }

  void data(PageBytes raw, int rows, Encoding encoding) throws IOException {
    encodings.add(encoding);
    var header = new DataPageHeader(rows, encoding, Encoding.RLE, Encoding.RLE);
    page(raw, PageType.DATA_PAGE, page -> page.setData_page_header(header), pages);
  }

  /** Writes what was collected; the next row group begins anew. */
  ColumnChunk writeTo(FileOut out, PageBytes dictionary, int words, long rows, Statistics bounds)
      throws IOException {
    long start = out.at();
    if (words > 0) {
      encodings.add(Encoding.PLAIN);
      var header = new DictionaryPageHeader(words, Encoding.PLAIN);
      var packed = new PageBytes();
      page(
          dictionary,
          PageType.DICTIONARY_PAGE,
          page -> page.setDictionary_page_header(header),
          packed);
      out.write(packed.array(), packed.size());
    }
    long first = out.at();
    out.write(pages.array(), pages.size());
    encodings.add(Encoding.RLE);
    var about =
        new ColumnMetaData(
            element.getType(),
            List.copyOf(encodings),
            List.of(element.getName()),
            CompressionCodec.ZSTD,
            rows,
            uncompressed,
            out.at() - start,
            first);
    about.setStatistics(bounds);
    if (words > 0) {
      about.setDictionary_page_offset(start);
    }
    pages.relax();
    encodings.clear();
    uncompressed = 0;
    return new ColumnChunk(start).setMeta_data(about);
  }

  private interface Kind {
    void set(PageHeader header);
  }

  private void page(PageBytes raw, PageType type, Kind kind, PageBytes to) throws IOException {
    int most = Math.toIntExact(Zstd.compressBound(raw.size()));
    // The header tells the compressed size and comes first: it is put into a gap that fits any.
    int gap = 64;
    to.room(gap + most);
    int at = to.size();
    int packed = zstd.compressByteArray(to.array(), at + gap, most, raw.array(), 0, raw.size());
    var header = new PageHeader(type, raw.size(), packed);
    kind.set(header);
    var head = new ByteArrayOutputStream(gap);
    Util.writePageHeader(header, head);
    byte[] bytes = head.toByteArray();
    if (bytes.length > gap) {
      throw new IllegalStateException("a page header of %d bytes".formatted(bytes.length));
    }
    to.put(bytes, 0, bytes.length);
    System.arraycopy(to.array(), at + gap, to.array(), to.size(), packed);
    to.grown(packed);
    uncompressed += bytes.length + raw.size();
  }
}
