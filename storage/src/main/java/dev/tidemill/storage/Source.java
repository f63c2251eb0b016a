package dev.tidemill.storage;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads content and tells its failures from those of the store. */
public final class Source implements AutoCloseable {
  private final ObjectKey key;
  private final InputStream in;

  public Source(Content content, ObjectKey key) {
    this.key = key;
    try {
      this.in = content.open();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  void copyTo(FileChannel out) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int n = read(buffer); n >= 0; n = read(buffer)) {
      var bytes = ByteBuffer.wrap(buffer, 0, n);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    }
  }

  /** Fills a buffer from an index on; returns where its content ends, earlier only at the end. */
  public int fill(byte[] buffer, int from) {
    try {
      return from + in.readNBytes(buffer, from, buffer.length - from);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private int read(byte[] buffer) {
    try {
      return in.read(buffer);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private TidemillException unreadable(IOException e) {
    var code =
        Thread.currentThread().isInterrupted()
            ? StorageError.STORAGE_INTERRUPTED
            : StorageError.CONTENT_UNREADABLE;
    return Problem.of(
            code, "what was to become %s could not be read; nothing was changed".formatted(key))
        .cause(e.toString())
        .exception(e);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
