package dev.tidemill.sources.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

/** Whatever is written, in whatever legal way: the engine reads exactly that. */
@Tag("R13")
class CsvProperties {
  @SuppressWarnings("NullAway.Init") // before all
  private static Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("csv");
  }

  @AfterContainer
  static void removeFolder() throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Fields as they are meant; null and empty are the same. */
  record Table(List<List<String>> rows, long seed) {}

  @Property(tries = 300)
  void the_engine_reads_what_was_written(@ForAll("tables") Table table) throws IOException {
    int width = table.rows().getFirst().size();
    var names = IntStream.range(0, width).mapToObj(i -> "c" + i).toList();
    Path file = Files.writeString(folder.resolve("t.csv"), write(names, table), UTF_8);

    NativeFile looked = FileFixture.files(folder).inspect(file, "t.csv");
    var read = FileFixture.read(looked, folder);

    assertThat(read).hasSize(table.rows().size());
    for (int r = 0; r < read.size(); r++) {
      for (int c = 0; c < width; c++) {
        assertThat(read.get(r).get(c))
            .as("row %d, %s", r, looked.columns().get(c))
            .isEqualTo(meant(table.rows().get(r).get(c), looked.columns().get(c)));
      }
    }
  }

  private static @Nullable Object meant(String field, SqlColumn column) {
    if (field.isEmpty()) {
      return null;
    }
    return switch (column.type()) {
      case SqlType.Decimal decimal -> new BigDecimal(field).setScale(decimal.scale());
      case SqlType.Simple simple ->
          switch (simple) {
            case BOOLEAN -> Boolean.valueOf(field);
            case BIGINT -> Long.valueOf(field);
            case DOUBLE -> Double.valueOf(field);
            case VARCHAR -> field;
            case DATE -> LocalDate.parse(field);
            case TIMESTAMP ->
                LocalDateTime.parse(field.replace(' ', 'T').replaceAll("(Z|\\+00(:00)?)$", ""));
            case VARBINARY -> throw new AssertionError("CSV has none");
          };
    };
  }

  /** Quotes where it must, and elsewhere by chance; any line break, mark and end. */
  private static String write(List<String> names, Table table) {
    var random = new Random(table.seed());
    String lineBreak = random.nextBoolean() ? "\n" : "\r\n";
    var lines = new ArrayList<String>();
    lines.add(String.join(",", names.stream().map(n -> quoted(n, random)).toList()));
    for (List<String> row : table.rows()) {
      lines.add(String.join(",", row.stream().map(f -> quoted(f, random)).toList()));
    }
    String last = lines.getLast();
    boolean ends = random.nextBoolean() || last.isEmpty();
    return (random.nextBoolean() ? "\ufeff" : "")
        + String.join(lineBreak, lines)
        + (ends ? lineBreak : "");
  }

  private static String quoted(String field, Random random) {
    boolean must = field.chars().anyMatch(c -> ",\"\n\r".indexOf(c) >= 0);
    return must || random.nextBoolean() ? '"' + field.replace("\"", "\"\"") + '"' : field;
  }

  @Provide
  Arbitrary<Table> tables() {
    Arbitrary<List<Arbitrary<String>>> shapes =
        Arbitraries.of(kinds()).list().ofMinSize(1).ofMaxSize(5);
    return shapes.flatMap(
        shape -> {
          Arbitrary<List<String>> row = Combinators.combine(shape).as(fields -> fields);
          return Combinators.combine(row.list().ofMinSize(1).ofMaxSize(30), Arbitraries.longs())
              .as(Table::new);
        });
  }

  private static List<Arbitrary<String>> kinds() {
    Arbitrary<String> whole = Arbitraries.longs().map(String::valueOf);
    Arbitrary<String> money =
        Arbitraries.bigDecimals()
            .between(new BigDecimal("-99999999999999"), new BigDecimal("99999999999999"))
            .ofScale(6)
            .map(BigDecimal::toPlainString);
    Arbitrary<String> doubles =
        Arbitraries.doubles()
            .ofScale(5)
            .map(d -> String.format(Locale.ROOT, "%.14e", d))
            .filter(text -> Math.abs(Double.parseDouble(text)) >= Double.MIN_NORMAL);
    Arbitrary<String> dates =
        Arbitraries.longs()
            .between(LocalDate.of(1, 1, 1).toEpochDay(), LocalDate.of(9999, 12, 31).toEpochDay())
            .map(day -> LocalDate.ofEpochDay(day).toString());
    Arbitrary<String> times =
        Combinators.combine(
                dates,
                Arbitraries.integers().between(0, 86_399),
                Arbitraries.integers().between(0, 999_999))
            .as(
                (date, second, micro) ->
                    "%s%s%02d:%02d:%02d.%06d"
                        .formatted(
                            date,
                            second % 2 == 0 ? "T" : " ",
                            second / 3600,
                            second / 60 % 60,
                            second % 60,
                            micro));
    Arbitrary<String> words = Arbitraries.of("true", "false", "TRUE", "False");
    Arbitrary<String> texts =
        Arbitraries.oneOf(
            Arbitraries.of(
                "\"",
                ",",
                "\n",
                "\r\n",
                "\r",
                "\"\"",
                " x ",
                "NULL",
                "null",
                "#",
                "\\",
                "\\N",
                "'",
                "🌊",
                "e\u0301",
                "007",
                "+1",
                "-",
                "1.",
                "NaN",
                "\t",
                "\u00a0",
                "\ufeff",
                "2026-02-30",
                "1e999",
                "\\\"",
                "x\n\ny"),
            Arbitraries.strings().excludeChars('\0').ofMaxLength(12).filter(CsvProperties::isText));
    return List.of(
            whole,
            money,
            doubles,
            dates,
            times,
            times.map(t -> t + "Z"),
            words,
            texts,
            Arbitraries.oneOf(whole, money),
            Arbitraries.oneOf(whole, texts),
            Arbitraries.just(""))
        .stream()
        .map(kind -> Arbitraries.frequencyOf(Tuple.of(5, kind), Tuple.of(1, Arbitraries.just(""))))
        .toList();
  }

  private static boolean isText(String text) {
    return UTF_8.newEncoder().canEncode(text);
  }
}
