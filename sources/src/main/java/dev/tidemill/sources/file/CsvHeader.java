package dev.tidemill.sources.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** The names in the first line: each one there, none twice. */
final class CsvHeader {
  private static final int MOST_COLUMNS = 10_000;

  private CsvHeader() {}

  static List<String> read(CsvTokenizer tokens, CsvFaults faults) throws IOException {
    var names = new ArrayList<String>();
    do {
      if (!tokens.next()) {
        throw faults.header("the file is empty", "a CSV file begins with the names of its columns");
      }
      names.add(tokens.text());
    } while (!tokens.last() && names.size() <= MOST_COLUMNS);
    check(names, faults);
    return names;
  }

  private static void check(List<String> names, CsvFaults faults) {
    if (names.size() > MOST_COLUMNS) {
      throw faults.header("it has more than " + MOST_COLUMNS + " columns", "name fewer columns");
    }
    if (names.size() == 1) {
      requireCommas(names.getFirst(), faults);
    }
    requireNames(names, faults);
    // Engines do not tell names apart by case.
    var lower = new HashSet<String>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (name.isBlank()) {
        throw faults.header("column %d has no name".formatted(i + 1), "name every column");
      }
      if (name.indexOf('\n') >= 0 || name.indexOf('\r') >= 0) {
        throw faults.header("the name of column %d goes over lines".formatted(i + 1), "shorten it");
      }
      if (!lower.add(name.toLowerCase(Locale.ROOT))) {
        throw faults.header("the column %s comes twice".formatted(name), "name each column once");
      }
    }
  }

  private static void requireCommas(String only, CsvFaults faults) {
    for (String other : List.of(";", "\t", "|")) {
      if (only.contains(other)) {
        String shown = other.equals("\t") ? "tabs" : "'" + other + "'";
        throw faults.header("columns are separated by " + shown, "separate them by commas");
      }
    }
  }

  private static void requireNames(List<String> names, CsvFaults faults) {
    for (String name : names) {
      var type = new ColumnType();
      byte[] bytes = name.getBytes(UTF_8);
      type.see(bytes, 0, bytes.length);
      if (!type.looksLikeData()) {
        return;
      }
    }
    throw faults.header(
        "it holds values and no names", "put a line with the names of the columns first");
  }
}
