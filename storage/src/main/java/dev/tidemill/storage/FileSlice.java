package dev.tidemill.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Bytes of an open file from its position on, at most {@code left} of them. */
final class FileSlice extends InputStream {
  private final FileChannel file;
  private long left;

  FileSlice(FileChannel file, long left) {
    this.file = file;
    this.left = left;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (left == 0) {
      return -1;
    }
    int n = file.read(ByteBuffer.wrap(bytes, offset, (int) Math.min(length, left)));
    left -= Math.max(n, 0);
    return n;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
