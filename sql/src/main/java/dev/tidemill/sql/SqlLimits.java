package dev.tidemill.sql;

import dev.tidemill.core.DataSize;
import java.nio.file.Path;

/**
 * What one session may use.
 *
 * @param temp where it may spill; the session makes a folder of its own there and removes it
 */
public record SqlLimits(DataSize memory, int threads, Path temp) {
  public SqlLimits {
    if (memory.bytes() < DataSize.ofMebibytes(16).bytes()) {
      throw new IllegalArgumentException("a session needs 16MiB at least, got " + memory);
    }
    if (threads < 1) {
      throw new IllegalArgumentException("a session needs a thread at least, got " + threads);
    }
  }
}
