package dev.tidemill.sources.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes binary COPY as a server would: rows of a whole number and a text. */
final class CopyBytes {
  private CopyBytes() {}

  record Row(@Nullable Long number, @Nullable String text) {}

  static byte[] of(List<Row> rows) {
    try {
      var bytes = new ByteArrayOutputStream();
      var out = new DataOutputStream(bytes);
      out.write(new byte[] {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0});
      out.writeInt(0);
      out.writeInt(0);
      for (Row row : rows) {
        out.writeShort(2);
        if (row.number() == null) {
          out.writeInt(-1);
        } else {
          out.writeInt(8);
          out.writeLong(row.number());
        }
        if (row.text() == null) {
          out.writeInt(-1);
        } else {
          byte[] text = row.text().getBytes(UTF_8);
          out.writeInt(text.length);
          out.write(text);
        }
      }
      out.writeShort(-1);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
