package dev.tidemill.sources.stage;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.sql.arrow.TwoSinks;
import java.util.List;

/**
 * Refuses a value that is too long to be worked on.
 *
 * @param hash of the rows so far, which tells in which one it is
 */
record ValueLimit(RowHash hash, List<SourceColumn> columns, long most) implements TwoSinks.Lengths {

  @Override
  public void check(int column, int length) {
    if (length > most) {
      throw tooLong(columns.get(column).name(), length);
    }
  }

  private TidemillException tooLong(String column, int length) {
    return Problem.of(
            SourceError.SOURCE_VALUE_UNSUPPORTED,
            "column %s has a value of %,d bytes in row %,d of the part"
                .formatted(column, length, hash.rows() + 1))
        .field(column)
        .cause("staging.max_value_bytes is " + new DataSize(most))
        .next("stage a view without the column, or raise staging.max_value_bytes")
        .exception();
  }
}
