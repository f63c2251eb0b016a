package dev.tidemill.spike.parquetsamples;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** zstd in one call per page; parquet-java's own factory streams, through Hadoop's classes. */
final class PlainCodecs implements CompressionCodecFactory {

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return switch (codec) {
      case UNCOMPRESSED -> new None();
      case ZSTD -> new Unzstd();
      default -> throw new IllegalArgumentException("no " + codec + " here");
    };
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    throw new UnsupportedOperationException("reading only");
  }

  @Override
  public void release() {}

  private static final class None implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(BytesInput bytes, int size) {
      return bytes;
    }

    @Override
    public void decompress(ByteBuffer in, int inSize, ByteBuffer out, int outSize) {
      out.put(in.slice(in.position(), inSize));
    }

    @Override
    public void release() {}
  }

  private static final class Unzstd implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      byte[] in = bytes.toByteArray();
      byte[] out = new byte[size];
      long written = Zstd.decompressByteArray(out, 0, size, in, 0, in.length);
      if (written != size) {
        throw new IOException("page of " + size + " bytes could not be decompressed");
      }
      return BytesInput.from(out);
    }

    @Override
    public void decompress(ByteBuffer in, int inSize, ByteBuffer out, int outSize)
        throws IOException {
      byte[] page = new byte[inSize];
      in.get(page);
      out.put(decompress(BytesInput.from(page), outSize).toByteBuffer());
    }

    @Override
    public void release() {}
  }
}
