package dev.tidemill.sources.file;

import dev.tidemill.sql.SqlColumn;
import java.util.List;

/** What a CSV file holds. */
record CsvTable(List<SqlColumn> columns, long rows) {
  CsvTable {
    columns = List.copyOf(columns);
  }
}
