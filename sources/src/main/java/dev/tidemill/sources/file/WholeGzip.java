package dev.tidemill.sources.file;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * All members of a gzip file, one behind the other. The JDK's own takes a member whose header is
 * garbled for the end, and its rows would be missing without a word.
 */
final class WholeGzip extends GZIPInputStream {
  private static final int TRAILER = 8;

  WholeGzip(InputStream in, int size) throws IOException {
    super(in, size);
  }

  @Override
  public int read(byte[] to, int from, int length) throws IOException {
    int read = super.read(to, from, length);
    if (read < 0 && (inf.getRemaining() > TRAILER || in.available() > 0)) {
      throw new ZipException("it goes on behind its end");
    }
    return read;
  }
}
