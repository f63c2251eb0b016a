package dev.tidemill.sql.duckdb;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sql.SqlError;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.UUID;

/** The one folder a sealed session may write to: its spill, and files on their way out. */
final class SessionFolder {
  private final Path folder;

  SessionFolder(Path temp) {
    folder = temp.toAbsolutePath().normalize().resolve("sql-" + UUID.randomUUID());
    try {
      Files.createDirectories(spill());
      Files.createDirectories(out());
    } catch (IOException e) {
      throw failed("create the session's folder", e);
    }
  }

  Path spill() {
    return folder.resolve("spill");
  }

  Path out() {
    return folder.resolve("out");
  }

  Path newFile() {
    return out().resolve(UUID.randomUUID() + ".parquet");
  }

  /** In one step where the file systems are the same; never visible in part where they are not. */
  void handOver(Path written, Path target) {
    try {
      try {
        Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException otherFileSystem) {
        Path near = target.resolveSibling("." + written.getFileName());
        try {
          Files.copy(written, near);
          Files.move(near, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
          Files.deleteIfExists(near);
        }
      }
    } catch (IOException e) {
      throw failed("write " + target, e);
    }
  }

  void discard(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failed("remove " + file, e);
    }
  }

  void remove() {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw failed("remove the session's folder", e);
    }
  }

  private static RuntimeException failed(String what, IOException e) {
    return Problem.of(SqlError.SQL_ENGINE_FAILED, "could not " + what)
        .cause(e.toString())
        .exception(e);
  }
}
