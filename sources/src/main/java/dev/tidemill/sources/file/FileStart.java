package dev.tidemill.sources.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Looks at the first and last bytes of a file, which name its kind whatever its name. */
final class FileStart {
  private static final String PARQUET = "PAR1";
  private static final String ENCRYPTED_PARQUET = "PARE";
  private static final String GZIP = "\u001f\u008b";
  private static final String ZIP = "PK\u0003\u0004";

  /** The mark, no data, the length of the footer and the mark again. */
  private static final int SMALLEST_PARQUET = 12;

  private FileStart() {}

  static void check(Path file, FileKind kind, String name) throws IOException {
    try (var channel = FileChannel.open(file)) {
      String first = text(channel, 0, 4);
      switch (kind) {
        case CSV -> {
          if (first.equals(PARQUET)) {
            throw kind.mismatch(name, "Parquet");
          } else if (first.startsWith(GZIP)) {
            throw kind.mismatch(name, "compressed (.csv.gz)");
          } else if (first.equals(ZIP)) {
            throw kind.mismatch(name, "a ZIP archive, perhaps a spreadsheet");
          }
        }
        case CSV_GZ -> {
          if (!first.startsWith(GZIP)) {
            throw kind.mismatch(name, "not compressed");
          }
        }
        case PARQUET -> checkParquet(channel, first, name);
      }
    }
  }

  private static void checkParquet(FileChannel channel, String first, String name)
      throws IOException {
    if (first.equals(ENCRYPTED_PARQUET)) {
      throw FileKind.PARQUET.mismatch(name, "encrypted");
    } else if (channel.size() == 0) {
      throw damaged(name, "it is empty");
    } else if (!first.equals(PARQUET)) {
      throw FileKind.PARQUET.mismatch(name, "something else: it does not begin with " + PARQUET);
    }
    long size = channel.size();
    if (size < SMALLEST_PARQUET || !text(channel, size - 4, 4).equals(PARQUET)) {
      throw damaged(name, "it does not end as Parquet does; it is probably cut off");
    }
    long footer = Integer.toUnsignedLong(bytes(channel, size - 8, 4).getInt());
    if (footer == 0 || footer > size - SMALLEST_PARQUET) {
      throw damaged(name, "its footer cannot be %d bytes long".formatted(footer));
    }
  }

  static TidemillException damaged(String name, String how) {
    return Problem.of(FileError.FILE_DAMAGED, "%s cannot be read: %s".formatted(name, how))
        .next("copy or export the file anew")
        .exception();
  }

  private static String text(FileChannel channel, long at, int length) throws IOException {
    return ISO_8859_1.decode(bytes(channel, at, length)).toString();
  }

  private static ByteBuffer bytes(FileChannel channel, long at, int length) throws IOException {
    var bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) >= 0) {}
    return bytes.flip();
  }
}
