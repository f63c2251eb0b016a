package dev.tidemill.sources;

import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;

/**
 * A column as the source has it and as it is staged.
 *
 * @param sourceType the source's own word for its type
 */
public record SourceColumn(String name, SqlType type, boolean nullable, String sourceType) {

  public SqlColumn staged() {
    return new SqlColumn(name, type);
  }
}
