package dev.tidemill.sources.file;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A window on a stream of bytes. What lies from {@link #keep} on stays in it, in one piece, when it
 * moves on; so a field can be looked at where it is, without a copy. Not thread-safe.
 */
final class CsvBuffer {
  private static final int FIRST_SIZE = 1 << 18;

  private final InputStream in;
  byte[] bytes = new byte[FIRST_SIZE];

  /** The first byte that is still needed. */
  int keep;

  /** The byte to look at next. */
  int position;

  /** Behind the last byte there is. */
  int limit;

  private long before;

  CsvBuffer(InputStream in) {
    this.in = in;
  }

  /** Where in the stream a byte of the window lies. */
  long offset(int index) {
    return before + index;
  }

  /** Reads more behind {@link #limit}, moving what is kept; false at the end of the stream. */
  boolean fill() throws IOException {
    if (keep > 0) {
      System.arraycopy(bytes, keep, bytes, 0, limit - keep);
      before += keep;
      position -= keep;
      limit -= keep;
      keep = 0;
    } else if (limit == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    int n = in.read(bytes, limit, bytes.length - limit);
    limit += Math.max(n, 0);
    return n > 0;
  }
}
