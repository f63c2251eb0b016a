package dev.tidemill.reconcile.check;

import dev.tidemill.sql.SqlType;

/** What can be compared with what. */
enum Kind {
  NUMBER("a number"),
  TEXT("a text"),
  DATE("a date"),
  TIMESTAMP("a timestamp"),
  BOOLEAN("a boolean"),
  BINARY("binary");

  private final String words;

  Kind(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  static Kind of(SqlType type) {
    return switch (type) {
      case SqlType.Decimal decimal -> NUMBER;
      case SqlType.Simple simple ->
          switch (simple) {
            case BIGINT, DOUBLE -> NUMBER;
            case VARCHAR -> TEXT;
            case DATE -> DATE;
            case TIMESTAMP -> TIMESTAMP;
            case BOOLEAN -> BOOLEAN;
            case VARBINARY -> BINARY;
          };
    };
  }
}
