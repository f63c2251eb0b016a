package dev.tidemill.metrics.segment;

import dev.tidemill.storage.ByteRange;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Bytes that can be read from anywhere. Thread-safe. */
public interface ByteSource {
  long size();

  /** Exactly these; what lies behind the end is an error. */
  byte[] read(long from, int length) throws IOException;

  static ByteSource of(byte[] bytes) {
    return new ByteSource() {
      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public byte[] read(long from, int length) throws IOException {
        if (from < 0 || length < 0 || from + length > bytes.length) {
          throw new IOException("nothing at %d+%d".formatted(from, length));
        }
        return Arrays.copyOfRange(bytes, (int) from, (int) from + length);
      }
    };
  }

  /** An object, read in parts. Segments are never replaced, so parts always fit each other. */
  static ByteSource of(ObjectStore store, ObjectKey key, long size) {
    return new ByteSource() {
      @Override
      public long size() {
        return size;
      }

      @Override
      public byte[] read(long from, int length) throws IOException {
        if (from < 0 || length < 1 || from + length > size) {
          throw new IOException("nothing at %d+%d of %s".formatted(from, length, key));
        }
        try (InputStream in = store.open(key, new ByteRange(from, length))) {
          byte[] bytes = in.readNBytes(length);
          if (bytes.length < length) {
            throw new IOException(key + " ends early");
          }
          return bytes;
        }
      }
    };
  }
}
