package dev.tidemill.sources.postgres;

import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sql.SqlType;

/** Every type of PostgreSQL as one of the seam's; the table in docs/sources.md says the same. */
final class PgTypes {
  private static final int MOST_DIGITS = 38;

  /** For numeric without precision; a value that does not fit exactly is refused. */
  static final SqlType UNCONSTRAINED = SqlType.decimal(MOST_DIGITS, 9);

  private PgTypes() {}

  /**
   * A column as the catalogue has it, domains resolved.
   *
   * @param builtIn whether the type is the system's own
   */
  record Raw(
      String name, boolean nullable, String shown, String type, boolean builtIn, int modifier) {}

  static PgColumn column(Raw raw) {
    if (!raw.builtIn()) {
      return text(raw);
    }
    return switch (raw.type()) {
      case "bool" -> binary(raw, SqlType.BOOLEAN, Wire.BOOL);
      case "int2" -> binary(raw, SqlType.BIGINT, Wire.INT2);
      case "int4" -> binary(raw, SqlType.BIGINT, Wire.INT4);
      case "int8" -> binary(raw, SqlType.BIGINT, Wire.INT8);
      case "oid" -> binary(raw, SqlType.BIGINT, Wire.OID);
      case "float4" -> binary(raw, SqlType.DOUBLE, Wire.FLOAT4);
      case "float8" -> binary(raw, SqlType.DOUBLE, Wire.FLOAT8);
      case "numeric" -> numeric(raw);
      case "text", "varchar" -> binary(raw, SqlType.VARCHAR, Wire.TEXT);
      case "bytea" -> binary(raw, SqlType.VARBINARY, Wire.BYTES);
      case "date" -> binary(raw, SqlType.DATE, Wire.DATE);
      case "timestamp", "timestamptz" -> binary(raw, SqlType.TIMESTAMP, Wire.TIMESTAMP);
      default -> text(raw);
    };
  }

  private static PgColumn numeric(Raw raw) {
    if (raw.modifier() < 4) {
      return binary(raw, UNCONSTRAINED, Wire.NUMERIC);
    }
    int packed = raw.modifier() - 4;
    int precision = (packed >> 16) & 0xffff;
    // Eleven bits with a sign: since version 15 a scale may be negative or above the precision.
    int scale = ((packed & 0x7ff) ^ 1024) - 1024;
    int digits = Math.max(precision - Math.min(scale, 0), Math.max(scale, 0));
    return digits > MOST_DIGITS
        ? text(raw)
        : binary(raw, SqlType.decimal(digits, Math.max(scale, 0)), Wire.NUMERIC);
  }

  private static PgColumn binary(Raw raw, SqlType type, Wire wire) {
    return new PgColumn(
        new SourceColumn(raw.name(), type, raw.nullable(), raw.shown()), wire, false, raw.type());
  }

  private static PgColumn text(Raw raw) {
    return new PgColumn(
        new SourceColumn(raw.name(), SqlType.VARCHAR, raw.nullable(), raw.shown()),
        Wire.TEXT,
        true,
        raw.builtIn() ? raw.type() : "");
  }
}
