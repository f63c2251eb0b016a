package dev.tidemill.sql;

import java.nio.file.Path;
import java.util.List;

/** Files that together are one table, in this order. They are only ever read. */
public sealed interface SqlInput {

  List<Path> files();

  /** Parquet files of the same schema. */
  record Parquet(List<Path> files) implements SqlInput {
    public Parquet {
      files = nonEmpty(files);
    }
  }

  /**
   * CSV files with a header line, commas and {@code "} as quote; an empty field is NULL. Columns
   * are stated, never guessed, because engines guess differently.
   */
  record Csv(List<Path> files, List<SqlColumn> columns) implements SqlInput {
    public Csv {
      files = nonEmpty(files);
      columns = List.copyOf(columns);
      if (columns.isEmpty()) {
        throw new IllegalArgumentException("a table has a column at least");
      }
    }
  }

  private static List<Path> nonEmpty(List<Path> files) {
    if (files.isEmpty()) {
      throw new IllegalArgumentException("an input has a file at least");
    }
    return files.stream().map(file -> file.toAbsolutePath().normalize()).toList();
  }
}
