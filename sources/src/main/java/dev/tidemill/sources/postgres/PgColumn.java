package dev.tidemill.sources.postgres;

import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sql.Dialect;

/**
 * A column and how it is asked for.
 *
 * @param asText ask the server for its text
 * @param type the catalogue's name for it, if it is the system's own, else empty
 */
record PgColumn(SourceColumn column, Wire wire, boolean asText, String type) {

  String name() {
    return column.name();
  }

  String quoted() {
    return Dialect.STANDARD.quote(column.name());
  }

  String expression() {
    return asText ? quoted() + "::text" : quoted();
  }
}
