package dev.tidemill.metrics.segment;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;

/** Values as the bytes of a page. */
final class Encodings {
  private static final int SLAB = 1 << 12;
  private static final int LARGEST = 1 << 20;

  private Encodings() {}

  static byte[] plain(List<byte[]> texts) {
    int size = texts.stream().mapToInt(text -> 4 + text.length).sum();
    var bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    texts.forEach(text -> bytes.putInt(text.length).put(text));
    return bytes.array();
  }

  /** Numbers of dictionary entries, long runs in few bytes. */
  static byte[] runs(int[] numbers, int from, int to, int entries) throws IOException {
    int width = Math.max(1, 32 - Integer.numberOfLeadingZeros(entries - 1));
    var out = new ByteArrayOutputStream();
    out.write(width);
    try (var encoder =
        new RunLengthBitPackingHybridEncoder(
            width, SLAB, LARGEST, HeapByteBufferAllocator.getInstance())) {
      for (int i = from; i < to; i++) {
        encoder.writeInt(numbers[i]);
      }
      encoder.toBytes().writeAllTo(out);
    }
    return out.toByteArray();
  }

  static byte[] deltas(long[] values, int from, int to) throws IOException {
    var writer =
        new DeltaBinaryPackingValuesWriterForLong(
            SLAB, LARGEST, HeapByteBufferAllocator.getInstance());
    try {
      for (int i = from; i < to; i++) {
        writer.writeLong(values[i]);
      }
      var out = new ByteArrayOutputStream();
      writer.getBytes().writeAllTo(out);
      return out.toByteArray();
    } finally {
      writer.close();
    }
  }

  /** BYTE_STREAM_SPLIT: all first bytes, then all second bytes, and so on. */
  static byte[] split(double[] values, int from, int to) {
    int count = to - from;
    byte[] bytes = new byte[count * Double.BYTES];
    for (int i = 0; i < count; i++) {
      long bits = Double.doubleToRawLongBits(values[from + i]);
      for (int b = 0; b < Double.BYTES; b++) {
        bytes[b * count + i] = (byte) (bits >>> (8 * b));
      }
    }
    return bytes;
  }
}
