package dev.tidemill.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.Problem;

/** How an engine writes down names and texts so that they cannot become anything else. */
public interface Dialect {

  /** An identifier; refused when no quoting can carry it. */
  String quote(String identifier);

  /** A text. */
  String literal(String text);

  /** The standard's way, with quotes doubled. */
  Dialect STANDARD =
      new Dialect() {
        @Override
        public String quote(String identifier) {
          if (identifier.isEmpty()) {
            throw refused("an empty name");
          }
          return '"' + plain(identifier).replace("\"", "\"\"") + '"';
        }

        @Override
        public String literal(String text) {
          return '\'' + plain(text).replace("'", "''") + '\'';
        }

        private static String plain(String text) {
          if (text.indexOf('\0') >= 0) {
            throw refused("a zero character");
          }
          if (!UTF_8.newEncoder().canEncode(text)) {
            throw refused("invalid Unicode");
          }
          return text;
        }

        private static RuntimeException refused(String what) {
          return Problem.of(SqlError.SQL_INVALID_NAME, "SQL cannot carry " + what).exception();
        }
      };
}
