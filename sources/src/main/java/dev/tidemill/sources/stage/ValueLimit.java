package dev.tidemill.sources.stage;

import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.TooLong;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.sql.arrow.TwoSinks;
import java.util.List;

/**
 * Refuses a value that is too long to be worked on, where the source did not.
 *
 * @param hash of the rows so far, which tells in which one it is
 */
record ValueLimit(RowHash hash, List<SourceColumn> columns, long most) implements TwoSinks.Lengths {

  @Override
  public void check(int column, int length) {
    if (length > most) {
      throw TooLong.value(columns.get(column).name(), length, hash.rows() + 1, most);
    }
  }
}
