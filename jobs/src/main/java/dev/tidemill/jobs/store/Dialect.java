package dev.tidemill.jobs.store;

import java.util.Locale;
import java.util.Map;

/** What differs between the databases. */
public enum Dialect {
  POSTGRESQL(
      Map.of(
          // The transaction's clock: the same in all its statements, and usable by indexes.
          "now", "(extract(epoch FROM now()) * 1000000)::bigint",
          // Not FOR UPDATE: that would also stop inserts of jobs, which look at the run's key.
          "lock", "FOR NO KEY UPDATE",
          "try_lock", "FOR NO KEY UPDATE SKIP LOCKED",
          // One text for any number of them, and no way to them but their key.
          "among_runs",
              "= ANY (ARRAY(SELECT r::bigint FROM json_array_elements_text(:runs::json) AS r))"),
      Map.of(
          "identity", "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
          // Room on each page for the next version of a row that is often updated.
          "half_full", "WITH (fillfactor = 50)",
          "mostly_full", "WITH (fillfactor = 80)")),
  SQLITE(
      Map.of(
          // The clock has milliseconds.
          "now", "CAST(round(unixepoch('now', 'subsec') * 1000) AS integer) * 1000",
          // One writer at a time: nothing to lock.
          "lock", "",
          "try_lock", "",
          "among_runs", "IN (SELECT value FROM json_each(:runs))"),
      Map.of("identity", "integer PRIMARY KEY AUTOINCREMENT", "half_full", "", "mostly_full", ""));

  /** What macros of statements stand for. */
  final Map<String, String> macros;

  /** What macros of migrations stand for. */
  final Map<String, String> schema;

  Dialect(Map<String, String> macros, Map<String, String> schema) {
    this.macros = macros;
    this.schema = schema;
  }

  String macro(String name) {
    String text = macros.get(name);
    if (text == null) {
      throw new IllegalArgumentException("no macro " + name);
    }
    return text;
  }

  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }
}
