package dev.tidemill.sources.bigquery;

import com.google.api.services.bigquery.model.TableReference;
import java.util.List;

/** Where a table is. No part of it can hold a slash. */
record ResultTable(String project, String dataset, String table) {

  static ResultTable of(TableReference reference) {
    return new ResultTable(
        reference.getProjectId(), reference.getDatasetId(), reference.getTableId());
  }

  static ResultTable parse(String text) {
    List<String> parts = List.of(text.split("/", -1));
    if (parts.size() != 3) {
      throw new IllegalArgumentException("no snapshot of BigQuery: " + text);
    }
    return new ResultTable(parts.get(0), parts.get(1), parts.get(2));
  }

  @Override
  public String toString() {
    return project + "/" + dataset + "/" + table;
  }
}
