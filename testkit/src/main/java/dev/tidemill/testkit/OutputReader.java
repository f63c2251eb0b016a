package dev.tidemill.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** Cuts a child's output into lines, and a line that never ends into pieces. */
final class OutputReader {
  static final int LONGEST_LINE = 64 * 1024;

  private OutputReader() {}

  static void start(OutputLines lines, OutputLines.Stream stream, InputStream in, String name) {
    // Reading a pipe holds on to a virtual thread's carrier: a few silent children would stop them
    // all.
    Thread.ofPlatform()
        .daemon()
        .name(name + "-" + stream)
        .start(
            () -> {
              try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
                read(lines, stream, reader);
              } catch (IOException e) {
                lines.add(stream, "[output ended: " + e.getMessage() + "]");
              } finally {
                lines.streamEnded();
              }
            });
  }

  private static void read(OutputLines lines, OutputLines.Stream stream, Reader reader)
      throws IOException {
    char[] buffer = new char[8192];
    StringBuilder line = new StringBuilder();
    for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
      for (int i = 0; i < n; i++) {
        if (buffer[i] != '\n') {
          line.append(buffer[i]);
        }
        if (buffer[i] == '\n' || line.length() == LONGEST_LINE) {
          lines.add(stream, line.toString());
          line.setLength(0);
        }
      }
    }
    if (!line.isEmpty()) {
      lines.add(stream, line.toString());
    }
  }
}
