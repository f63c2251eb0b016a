package dev.tidemill.sources;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;

/** Values that would not fit into memory are refused, by whoever sees their length first. */
public final class TooLong {
  private TooLong() {}

  /**
   * @param row its number in the part, from 1 on
   */
  public static TidemillException value(String column, long length, long row, long most) {
    return Problem.of(
            SourceError.SOURCE_VALUE_UNSUPPORTED,
            "column %s has a value of %,d bytes in row %,d of the part"
                .formatted(column, length, row))
        .field(column)
        .cause(
            "at most %s are taken: staging.max_value_bytes, or a 24th of the heap if that is less"
                .formatted(new DataSize(most)))
        .next("stage a view without the column, or raise staging.max_value_bytes")
        .exception();
  }

  /** All texts and binary values of a row together. */
  public static TidemillException row(long length, long row, long most) {
    return Problem.of(
            SourceError.SOURCE_VALUE_UNSUPPORTED,
            "row %,d of the part has %,d bytes".formatted(row, length))
        .cause(
            "a row may be twice as long as a value, of which at most %s are taken: staging.max_value_bytes, or a 24th of the heap if that is less"
                .formatted(new DataSize(most)))
        .next("stage a view with fewer columns, or raise staging.max_value_bytes")
        .exception();
  }
}
