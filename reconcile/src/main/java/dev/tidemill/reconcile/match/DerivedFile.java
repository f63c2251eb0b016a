package dev.tidemill.reconcile.match;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Texts computed in Java on their way into the engine, as CSV. Every text is written after a {@code
 * =}, so that an empty one is not read as NULL.
 */
final class DerivedFile implements AutoCloseable {
  private final Path file;

  DerivedFile(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw failed("create " + folder, e);
    }
    file = folder.resolve("derived-" + UUID.randomUUID() + ".csv");
  }

  /** One column of the file, computed from some columns of the row that is read. */
  private record Computed(Derivation derivation, Form form, int firstColumn, int columns) {
    @Nullable String text(RowReader row) {
      var values = new ArrayList<@Nullable String>();
      for (int i = firstColumn; i < firstColumn + columns; i++) {
        values.add((String) row.value(i));
      }
      String text = derivation.text(values);
      return text == null || form == Form.DERIVED ? text : NormalText.of(text, form == Form.BARE);
    }
  }

  /** The columns of its operands, as texts, one after the other. */
  static List<String> sources(List<WorkColumns.InJava> columns, WorkColumns of) {
    return columns.stream()
        .flatMap(column -> column.operand().columns())
        .map(name -> "CAST(%s AS VARCHAR)".formatted(of.input(name)))
        .toList();
  }

  /**
   * @param source gives the row's number and then {@link #sources}
   */
  SqlInput write(Database database, String source, List<WorkColumns.InJava> columns) {
    var computed = new ArrayList<Computed>();
    int next = 1;
    for (WorkColumns.InJava column : columns) {
      int count = (int) column.operand().columns().count();
      computed.add(new Computed(Derivation.of(column.operand()), column.form(), next, count));
      next += count;
    }
    var header = new ArrayList<SqlColumn>();
    header.add(new SqlColumn("rid", SqlType.BIGINT));
    columns.forEach(column -> header.add(new SqlColumn(column.name(), SqlType.VARCHAR)));
    try (Writer out = Files.newBufferedWriter(file, UTF_8)) {
      out.write(String.join(",", header.stream().map(SqlColumn::name).toList()) + "\n");
      database.each(source, row -> line(out, row, computed));
    } catch (IOException e) {
      throw failed("write " + file, e);
    } catch (UncheckedIOException e) {
      throw failed("write " + file, new IOException(e));
    }
    return new SqlInput.Csv(List.of(file), header);
  }

  private static void line(Writer out, RowReader row, List<Computed> columns) {
    try {
      out.write(String.valueOf(row.value(0)));
      for (Computed column : columns) {
        String text = column.text(row);
        out.write(text == null ? "," : ",\"=" + text.replace("\"", "\"\"") + "\"");
      }
      out.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failed("remove " + file, e);
    }
  }

  private static RuntimeException failed(String what, IOException e) {
    return Problem.of(SqlError.SQL_ENGINE_FAILED, "could not " + what)
        .cause(e.toString())
        .exception(e);
  }
}
