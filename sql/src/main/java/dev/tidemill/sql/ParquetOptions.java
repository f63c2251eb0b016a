package dev.tidemill.sql;

/**
 * How Parquet is written.
 *
 * @param rowGroupRows rows per row group; bounds the memory of writer and readers
 */
public record ParquetOptions(Compression compression, int rowGroupRows) {
  public static final ParquetOptions DEFAULT = new ParquetOptions(Compression.ZSTD, 122_880);

  public ParquetOptions {
    if (rowGroupRows < 1) {
      throw new IllegalArgumentException("a row group has a row at least, got " + rowGroupRows);
    }
  }

  /** What every engine can write and read. */
  public enum Compression {
    NONE,
    SNAPPY,
    ZSTD
  }
}
