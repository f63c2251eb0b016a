package dev.tidemill.sql.arrow;

import dev.tidemill.sql.SqlLimits;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ArrowParquetWriterTest extends ChunkWriterContract {
  ArrowParquetWriterTest(@TempDir Path folder) {
    super(folder);
  }

  @Override
  ChunkWriter writer(SqlLimits limits) {
    return new ArrowParquetWriter(limits);
  }
}
