package dev.tidemill.spike.parquetsamples;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.PageReader;

/**
 * Decodes the pages of one required column straight into an array: no levels, no call per value.
 * Knows PLAIN, DELTA_BINARY_PACKED and BYTE_STREAM_SPLIT; not safe for use by several threads.
 */
final class PageDecoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Room behind a page, so that eight bytes can be read at its last bit. */
  private static final int PADDING = 16;

  private byte[] bytes = new byte[0];
  private int size;
  private int at;
  private long[] deltas = new long[0];

  int ints(PageReader pages, int[] into, int row) throws IOException {
    int start = row;
    for (DataPage page; (page = pages.readPage()) != null; row += page.getValueCount()) {
      int count = page.getValueCount();
      switch (load(page)) {
        case PLAIN -> buffer().asIntBuffer().get(into, row, count);
        case DELTA_BINARY_PACKED -> {
          deltas = deltas.length < count ? new long[count] : deltas;
          unpack(deltas, 0);
          for (int i = 0; i < count; i++) {
            into[row + i] = (int) deltas[i];
          }
        }
        default -> throw new IOException("encoding not known");
      }
    }
    return row - start;
  }

  int longs(PageReader pages, long[] into, int row) throws IOException {
    int start = row;
    for (DataPage page; (page = pages.readPage()) != null; row += page.getValueCount()) {
      switch (load(page)) {
        case PLAIN -> buffer().asLongBuffer().get(into, row, page.getValueCount());
        case DELTA_BINARY_PACKED -> unpack(into, row);
        default -> throw new IOException("encoding not known");
      }
    }
    return row - start;
  }

  int doubles(PageReader pages, double[] into, int row) throws IOException {
    int start = row;
    for (DataPage page; (page = pages.readPage()) != null; row += page.getValueCount()) {
      switch (load(page)) {
        case PLAIN -> buffer().asDoubleBuffer().get(into, row, page.getValueCount());
        case BYTE_STREAM_SPLIT -> join(into, row, page.getValueCount());
        default -> throw new IOException("encoding not known");
      }
    }
    return row - start;
  }

  private Encoding load(DataPage page) throws IOException {
    Encoding encoding;
    BytesInput data;
    switch (page) {
      case DataPageV1 v1 -> {
        encoding = v1.getValueEncoding();
        data = v1.getBytes();
      }
      case DataPageV2 v2 -> {
        encoding = v2.getDataEncoding();
        data = v2.getData();
      }
      default -> throw new IOException("page not known");
    }
    size = (int) data.size();
    if (bytes.length < size + PADDING) {
      bytes = new byte[size + PADDING];
    }
    data.toByteBuffer().get(bytes, 0, size);
    at = 0;
    return encoding;
  }

  private ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes, 0, size).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** BYTE_STREAM_SPLIT: all first bytes, then all second bytes, and so on. */
  private void join(double[] into, int row, int count) {
    byte[] b = bytes;
    for (int i = 0; i < count; i++) {
      long bits =
          (b[i] & 0xFFL)
              | (b[i + count] & 0xFFL) << 8
              | (b[i + 2 * count] & 0xFFL) << 16
              | (b[i + 3 * count] & 0xFFL) << 24
              | (b[i + 4 * count] & 0xFFL) << 32
              | (b[i + 5 * count] & 0xFFL) << 40
              | (b[i + 6 * count] & 0xFFL) << 48
              | (b[i + 7 * count] & 0xFFL) << 56;
      into[row + i] = Double.longBitsToDouble(bits);
    }
  }

  private void unpack(long[] into, int row) throws IOException {
    int blockSize = (int) varint();
    int miniBlocks = (int) varint();
    int total = (int) varint();
    int perMini = blockSize / miniBlocks;
    long value = zigzag();
    into[row] = value;
    int done = 1;
    while (done < total) {
      long least = zigzag();
      int widths = at;
      at += miniBlocks;
      for (int m = 0; m < miniBlocks && done < total; m++) {
        int width = bytes[widths + m];
        if (width > 56) {
          throw new IOException("deltas wider than 56 bits need two reads; not built");
        }
        int count = Math.min(perMini, total - done);
        value = miniBlock(into, row + done, count, width, least, value);
        done += count;
        at += perMini * width / 8;
      }
    }
  }

  private long miniBlock(long[] into, int row, int count, int width, long least, long value) {
    long mask = (1L << width) - 1;
    long bit = 8L * at;
    for (int i = 0; i < count; i++, bit += width) {
      long word = (long) LONG.get(bytes, (int) (bit >>> 3));
      value += least + ((word >>> (bit & 7)) & mask);
      into[row + i] = value;
    }
    return value;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = bytes[at++];
      value |= (b & 0x7FL) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }

  private long zigzag() {
    long raw = varint();
    return (raw >>> 1) ^ -(raw & 1);
  }
}
