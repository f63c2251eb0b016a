package dev.tidemill.sql.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A new file, written from beginning to end and summed up on the way. */
final class FileOut implements AutoCloseable {
  private static final int PIECE = 1 << 18;

  private final FileChannel channel;
  private final MessageDigest digest;
  private long at;

  FileOut(Path file) throws IOException {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  long at() {
    return at;
  }

  void write(byte[] bytes, int length) throws IOException {
    digest.update(bytes, 0, length);
    // In pieces, because the system gets them through a buffer outside the heap that stays.
    for (int from = 0; from < length; from += PIECE) {
      var buffer = ByteBuffer.wrap(bytes, from, Math.min(PIECE, length - from));
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    }
    at += length;
  }

  /** Of all that was written; once. */
  String sha256() {
    return HexFormat.of().formatHex(digest.digest());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
