package dev.tidemill.sources.file;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One Parquet file, of which the engine reads the footer and, for a preview, the first rows. */
final class ParquetFile {
  private static final String TABLE = "file";

  private final SqlEngine engine;
  private final SqlLimits limits;
  private final Path file;
  private final String name;

  ParquetFile(SqlEngine engine, SqlLimits limits, Path file, String name) {
    this.engine = engine;
    this.limits = limits;
    this.file = file;
    this.name = name;
  }

  NativeFile inspect() {
    return attached(
        session -> {
          var columns = columns(session);
          return new NativeFile(
              name,
              FileKind.PARQUET,
              new SqlInput.Parquet(List.of(file)),
              columns.stream().map(ParquetColumn::column).toList(),
              columns.stream().map(ParquetColumn::cast).toList(),
              rows(session));
        });
  }

  FilePreview preview(int limit) {
    return attached(
        session -> {
          var columns = columns(session);
          String texts =
              columns.stream()
                  .map(c -> "CAST(%s AS VARCHAR)".formatted(c.cast()))
                  .collect(Collectors.joining(", "));
          String sql =
              "SELECT %s FROM %s LIMIT %d".formatted(texts, engine.dialect().quote(TABLE), limit);
          return new FilePreview(
              columns.stream().map(c -> c.column().name()).toList(), texts(session, sql));
        });
  }

  private <T> T attached(Function<SqlSession, T> work) {
    try (SqlSession session = engine.open(limits)) {
      session.attach(TABLE, new SqlInput.Parquet(List.of(file)));
      return work.apply(session);
    } catch (TidemillException e) {
      if (e.code() == SqlError.SQL_INPUT_UNREADABLE
          || e.code() == SqlError.SQL_ENGINE_FAILED
          || e.code() == SqlError.SQL_FAILED) {
        throw FileStart.damaged(name, String.valueOf(e.problem().cause()));
      }
      throw e;
    }
  }

  private List<ParquetColumn> columns(SqlSession session) {
    return new ParquetSchema(session, engine.dialect(), name).columns(TABLE, file.toString());
  }

  private static long rows(SqlSession session) {
    try (RowReader reader = session.query("SELECT count(*) FROM \"" + TABLE + "\"")) {
      return reader.next() && reader.value(0) instanceof Long rows ? rows : 0;
    }
  }

  private static List<List<@Nullable String>> texts(SqlSession session, String sql) {
    var rows = new ArrayList<List<@Nullable String>>();
    try (RowReader reader = session.query(sql)) {
      while (reader.next()) {
        var row = new ArrayList<@Nullable String>();
        for (int i = 0; i < reader.columns().size(); i++) {
          row.add((String) reader.value(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
