package dev.tidemill.sources.proof;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.arrow.ArrowParquetReader;
import dev.tidemill.storage.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * Reads a part again and compares it with what was recorded of it: bytes, rows, and the hash made
 * when the source's values were decoded. Blocks a platform thread.
 */
public final class PartVerifier {
  private final SqlLimits limits;

  public PartVerifier(SqlLimits limits) {
    this.limits = limits;
  }

  /** Throws {@code STAGED_PART_WRONG} with the part's name when anything differs. */
  public void verify(StagedPart part, List<SqlColumn> columns, Path file) {
    try {
      if (Files.size(file) != part.bytes() || !sha256(file).equals(part.sha256())) {
        throw StagedSource.wrong(part.name(), "its bytes are not those that were written");
      }
    } catch (NoSuchFileException e) {
      throw StagedSource.wrong(part.name(), "it is missing");
    } catch (IOException e) {
      throw StagedSource.wrong(part.name(), "it cannot be read: " + e);
    }
    verifyRows(part, columns, file);
  }

  /** Rows only, for a file that was not written here. */
  void verifyRows(StagedPart part, List<SqlColumn> columns, Path file) {
    var hash = new RowHash();
    try {
      new ArrowParquetReader(limits).read(file, columns, hash);
    } catch (TidemillException e) {
      throw StagedSource.wrong(
          part.name(), "it cannot be read as its columns: " + e.problem().cause());
    }
    if (hash.rows() != part.rows()) {
      throw StagedSource.wrong(
          part.name(), "it holds %d rows, not %d".formatted(hash.rows(), part.rows()));
    }
    if (!hash.hex().equals(part.rowHash())) {
      throw StagedSource.wrong(part.name(), "its rows are not those that the source sent");
    }
  }

  public static String sha256(Path file) throws IOException {
    var digest = Sha256.digest();
    byte[] buffer = new byte[1 << 16];
    try (var in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
