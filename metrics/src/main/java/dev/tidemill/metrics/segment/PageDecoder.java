package dev.tidemill.metrics.segment;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;

/**
 * The bytes of a page as values, straight into arrays: without a call per value this takes a
 * quarter of the library's time (ADR 3). Bytes that make no sense are an {@link IOException}.
 */
final class PageDecoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Room behind a page, so that nine bytes can be read at its last bit. */
  private static final int PADDING = 16;

  private final byte[] bytes;
  private final int size;
  private int at;

  private PageDecoder(byte[] page) {
    this.bytes = Arrays.copyOf(page, page.length + PADDING);
    this.size = page.length;
  }

  static int[] runs(byte[] page, int count) throws IOException {
    if (page.length == 0 || page[0] < 0 || page[0] > 32) {
      throw new IOException("a page of runs has no width");
    }
    var in = new ByteArrayInputStream(page, 1, page.length - 1);
    var decoder = new RunLengthBitPackingHybridDecoder(page[0], in);
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = decoder.readInt();
    }
    return numbers;
  }

  static double[] split(byte[] b, int count) throws IOException {
    if (b.length != count * Double.BYTES) {
      throw new IOException("a page of %d values has %d bytes".formatted(count, b.length));
    }
    double[] values = new double[count];
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
      values[i] = Double.longBitsToDouble(bits);
    }
    return values;
  }

  static long[] deltas(byte[] page, int count) throws IOException {
    try {
      return new PageDecoder(page).deltas(count);
    } catch (IndexOutOfBoundsException e) {
      throw new IOException("a page of deltas ends early", e);
    }
  }

  private long[] deltas(int count) throws IOException {
    long blockSize = varint();
    long miniBlocks = varint();
    if (varint() != count || miniBlocks < 1 || blockSize % miniBlocks != 0 || blockSize > 1 << 20) {
      throw new IOException("a page of %d deltas begins otherwise".formatted(count));
    }
    int perMini = (int) (blockSize / miniBlocks);
    long[] into = new long[count];
    long value = zigzag();
    into[0] = value;
    int done = 1;
    while (done < count) {
      long least = zigzag();
      int widths = at;
      at += (int) miniBlocks;
      for (int m = 0; m < miniBlocks && done < count; m++) {
        int width = bytes[widths + m];
        int more = Math.min(perMini, count - done);
        if (width < 0 || width > 64 || at + ((long) more * width + 7) / 8 > size) {
          throw new IOException("a block of deltas is wider or longer than its page");
        }
        value = miniBlock(into, done, more, width, least, value);
        done += more;
        at += perMini * width / 8;
      }
    }
    return into;
  }

  private long miniBlock(long[] into, int row, int count, int width, long least, long value) {
    long mask = width == 64 ? -1L : (1L << width) - 1;
    long bit = 8L * at;
    for (int i = 0; i < count; i++, bit += width) {
      int from = (int) (bit >>> 3);
      int shift = (int) (bit & 7);
      long word = (long) LONG.get(bytes, from) >>> shift;
      if (shift + width > 64) {
        word |= (bytes[from + 8] & 0xFFL) << (64 - shift);
      }
      value += least + (word & mask);
      into[row + i] = value;
    }
    return value;
  }

  private long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      byte b = bytes[at++];
      value |= (b & 0x7FL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new IOException("a number is longer than ten bytes");
  }

  private long zigzag() throws IOException {
    long raw = varint();
    return (raw >>> 1) ^ -(raw & 1);
  }
}
