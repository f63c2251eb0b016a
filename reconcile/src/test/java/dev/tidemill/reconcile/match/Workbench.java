package dev.tidemill.reconcile.match;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.reconcile.evidence.Summary;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.ParquetOptions;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import dev.tidemill.sql.SqlType;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes inputs, runs recipes, reads evidence. */
final class Workbench implements AutoCloseable {
  static final SqlEngine ENGINE = new DuckDbEngine();

  private final Path folder;
  private final SqlSession session;
  private int files;

  Workbench(Path folder) {
    this.folder = folder;
    session = ENGINE.open(limits());
  }

  SqlLimits limits() {
    return new SqlLimits(DataSize.ofMebibytes(256), 2, folder.resolve("temp"));
  }

  Path evidence() {
    return folder.resolve("evidence");
  }

  Request.Input input(
      List<SqlColumn> columns, List<? extends List<? extends @Nullable Object>> rows) {
    Path file = folder.resolve("input-" + files++ + ".parquet");
    String select =
        columns.stream()
            .map(
                c ->
                    "CAST(%1$s AS %2$s) AS %1$s"
                        .formatted(Dialect.STANDARD.quote(c.name()), c.type()))
            .collect(Collectors.joining(", "));
    String names =
        columns.stream()
            .map(c -> Dialect.STANDARD.quote(c.name()))
            .collect(Collectors.joining(", "));
    String nothing = columns.stream().map(c -> "NULL").collect(Collectors.joining(", "));
    String values =
        rows.isEmpty()
            ? "(" + nothing + ")"
            : rows.stream()
                .map(
                    r ->
                        r.stream()
                            .map(Workbench::literal)
                            .collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(", "));
    session.writeParquet(
        "SELECT %s FROM (VALUES %s) AS v (%s)%s"
            .formatted(select, values, names, rows.isEmpty() ? " WHERE FALSE" : ""),
        file,
        ParquetOptions.DEFAULT);
    return new Request.Input(new SqlInput.Parquet(List.of(file)), columns);
  }

  /** A file of many small row groups, which several threads read at once. */
  Request.Input inSmallPieces(List<SqlColumn> columns, String query) {
    Path file = folder.resolve("input-" + files++ + ".parquet");
    session.writeParquet(query, file, new ParquetOptions(ParquetOptions.Compression.SNAPPY, 2048));
    return new Request.Input(new SqlInput.Parquet(List.of(file)), columns);
  }

  private static String literal(@Nullable Object value) {
    return switch (value) {
      case null -> "NULL";
      case Number number -> number.toString();
      case Boolean truth -> truth.toString();
      case LocalDateTime moment -> "'" + moment.toString().replace('T', ' ') + "'";
      default -> Dialect.STANDARD.literal(value.toString());
    };
  }

  Summary run(Recipe recipe, Request.Input left, Request.Input right) {
    return run(recipe, left, right, MatchLimits.DEFAULT);
  }

  Summary run(Recipe recipe, Request.Input left, Request.Input right, MatchLimits limits) {
    return Reconciliation.run(
        new Request(
            recipe,
            left,
            right,
            ENGINE,
            limits(),
            limits,
            evidence(),
            new SimulatedTime(),
            Map.of()),
        Progress.SILENT);
  }

  List<Map<String, @Nullable Object>> matched() {
    return read("matched.parquet");
  }

  List<Map<String, @Nullable Object>> unmatched(String side) {
    return read("unmatched_" + side + ".parquet");
  }

  List<Map<String, @Nullable Object>> read(String file) {
    var rows = new ArrayList<Map<String, @Nullable Object>>();
    String path = evidence().resolve(file).toString();
    try (RowReader reader =
        session.query("SELECT * FROM read_parquet(" + Dialect.STANDARD.literal(path) + ")")) {
      while (reader.next()) {
        var row = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < reader.columns().size(); i++) {
          row.put(reader.columns().get(i).name(), reader.value(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  static SqlColumn text(String name) {
    return new SqlColumn(name, SqlType.VARCHAR);
  }

  static SqlColumn whole(String name) {
    return new SqlColumn(name, SqlType.BIGINT);
  }

  static SqlColumn money(String name) {
    return new SqlColumn(name, SqlType.decimal(12, 2));
  }

  static SqlColumn date(String name) {
    return new SqlColumn(name, SqlType.DATE);
  }

  @Override
  public void close() {
    session.close();
  }
}
