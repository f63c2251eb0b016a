package dev.tidemill.sql.arrow;

import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.parquet.PagedParquetWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class PagedParquetWriterTest extends ChunkWriterContract {
  PagedParquetWriterTest(@TempDir Path folder) {
    super(folder);
  }

  @Override
  ChunkWriter writer(SqlLimits limits) {
    return new PagedParquetWriter(limits);
  }
}
