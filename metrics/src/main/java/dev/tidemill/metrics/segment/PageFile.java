package dev.tidemill.metrics.segment;

import static java.util.Objects.requireNonNull;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/** Pages out of bytes, one after the other. */
final class PageFile {
  /** A page has at most 8,192 values; only a dictionary of many long labels comes near this. */
  private static final int LARGEST = 1 << 30;

  private final byte[] bytes;
  private int at;

  PageFile(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Decompressed. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Page(PageType type, int count, byte[] data) {}

  boolean hasNext() {
    return at < bytes.length;
  }

  Page next() throws IOException {
    var in = new ByteArrayInputStream(bytes, at, bytes.length - at);
    PageHeader header = Util.readPageHeader(in);
    int from = bytes.length - in.available();
    int packed = header.getCompressed_page_size();
    int raw = header.getUncompressed_page_size();
    if (packed < 0 || packed > bytes.length - from || raw < 0 || raw > LARGEST) {
      throw new IOException("a page is longer than its column");
    }
    at = from + packed;
    var crc = new CRC32();
    crc.update(bytes, from, packed);
    if (!header.isSetCrc() || header.getCrc() != (int) crc.getValue()) {
      throw new IOException("a page has another checksum than it should");
    }
    int count =
        header.getType() == PageType.DICTIONARY_PAGE
            ? requireNonNull(header.getDictionary_page_header()).getNum_values()
            : requireNonNull(header.getData_page_header()).getNum_values();
    return new Page(
        requireNonNull(header.getType()), count, unpack(Arrays.copyOfRange(bytes, from, at), raw));
  }

  private static byte[] unpack(byte[] packed, int size) throws IOException {
    try {
      byte[] raw = Zstd.decompress(packed, size);
      if (raw.length != size) {
        throw new IOException("a page has %d bytes instead of %d".formatted(raw.length, size));
      }
      return raw;
    } catch (ZstdException e) {
      throw new IOException("a page cannot be decompressed", e);
    }
  }
}
