package dev.tidemill.sql.parquet;

/**
 * How much a column holds at once, so that many columns take no more memory than few.
 *
 * @param pageRows the most rows of a page
 * @param words the most entries of a dictionary, a power of two
 */
record Shape(int pageRows, int words) {
  /** Ten of DuckDB's vectors. */
  static final int MOST_ROWS = 20_480;

  static final int MOST_WORDS = 2048;
  private static final int LEAST_ROWS = 1024;
  private static final int LEAST_WORDS = 16;
  private static final int CELLS = 1 << 20;
  private static final int ALL_WORDS = 1 << 16;

  static Shape of(int columns) {
    return new Shape(
        Math.clamp(CELLS / columns / 64 * 64L, LEAST_ROWS, MOST_ROWS),
        Integer.highestOneBit(Math.clamp(ALL_WORDS / columns, LEAST_WORDS, MOST_WORDS)));
  }
}
