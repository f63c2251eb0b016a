package dev.tidemill.sql.arrow;

import dev.tidemill.sql.SqlLimits;

class ArrowParquetWriterTest extends ChunkWriterContract {
  @Override
  ChunkWriter writer(SqlLimits limits) {
    return new ArrowParquetWriter(limits);
  }
}
