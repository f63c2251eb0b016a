package dev.tidemill.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import dev.tidemill.sql.SqlType;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The samples of a Parquet file as lines of OpenMetrics. One column {@code timestamp} or {@code
 * time}, in milliseconds since 1970 or of a time type; one {@code value}; one {@code name} or
 * {@code __name__}; each other column is a label. Or {@code series}, {@code time}, {@code value},
 * as in a segment.
 */
final class ParquetSamples implements AutoCloseable {
  private static final List<String> TIMES = List.of("timestamp", "time");
  private static final List<String> NAMES = List.of("__name__", "name");
  private static final String SERIES = "series";
  private static final String VALUE = "value";

  private final SqlSession session;
  private final RowReader rows;
  private final List<String> labels;
  private final boolean bySeries;

  ParquetSamples(Path file, Path temp) {
    session = new DuckDbEngine().open(new SqlLimits(DataSize.ofMebibytes(256), 1, temp));
    session.attach("samples", new SqlInput.Parquet(List.of(file)));
    List<SqlColumn> columns;
    try (RowReader nothing = session.query("SELECT * FROM samples LIMIT 0")) {
      columns = nothing.columns();
    }
    SqlColumn time = one(columns, TIMES, file);
    one(columns, List.of(VALUE), file);
    bySeries = columns.stream().anyMatch(c -> c.name().equals(SERIES));
    String name = bySeries ? SERIES : one(columns, NAMES, file).name();
    labels = new ArrayList<>(List.of(name));
    columns.stream()
        .map(SqlColumn::name)
        .filter(c -> !bySeries && !c.equals(time.name()) && !c.equals(VALUE) && !c.equals(name))
        .forEach(labels::add);
    String millis =
        time.type() == SqlType.TIMESTAMP
            ? "epoch_ms(%s)".formatted(quoted(time.name()))
            : "CAST(%s AS BIGINT)".formatted(quoted(time.name()));
    rows =
        session.query(
            "SELECT %s, CAST(value AS DOUBLE), %s FROM samples"
                .formatted(
                    millis,
                    labels.stream()
                        .map(label -> "CAST(%s AS VARCHAR)".formatted(quoted(label)))
                        .collect(Collectors.joining(", "))));
  }

  private static SqlColumn one(List<SqlColumn> columns, List<String> names, Path file) {
    return columns.stream()
        .filter(column -> names.contains(column.name()))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.of(CoreError.INVALID_INPUT, "%s is no file of samples".formatted(file))
                    .cause("it has no column " + String.join(" or ", names))
                    .next("name the columns timestamp, value, name; each other one is a label")
                    .exception());
  }

  private static String quoted(String column) {
    return '"' + column.replace("\"", "\"\"") + '"';
  }

  /** The next line, or null at the end. A row without time or value is none. */
  @Nullable String next() {
    while (rows.next()) {
      Object millis = rows.value(0);
      Object value = rows.value(1);
      if (millis != null && value != null) {
        return "{%s} %s %s"
            .formatted(
                bySeries ? series() : columns(),
                number((Double) value),
                BigDecimal.valueOf((Long) millis, 3).toPlainString());
      }
    }
    return null;
  }

  private String columns() {
    var text = new StringBuilder();
    for (int i = 0; i < labels.size(); i++) {
      Object value = rows.value(2 + i);
      if (value != null) {
        append(text, i == 0 ? "__name__" : labels.get(i), (String) value);
      }
    }
    return text.toString();
  }

  private String series() {
    var text = new StringBuilder();
    JsonNode pairs = Json.readObject(String.valueOf(rows.value(2)));
    pairs.properties().forEach(pair -> append(text, pair.getKey(), pair.getValue().asText()));
    return text.toString();
  }

  private static void append(StringBuilder text, String name, String value) {
    text.append(text.isEmpty() ? "" : ",");
    text.append(escaped(name)).append('=').append(escaped(value));
  }

  private static String escaped(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  private static String number(double value) {
    return Double.isInfinite(value) ? (value > 0 ? "+Inf" : "-Inf") : Double.toString(value);
  }

  @Override
  public void close() {
    session.close();
  }
}
