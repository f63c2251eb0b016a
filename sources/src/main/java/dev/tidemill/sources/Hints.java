package dev.tidemill.sources;

import dev.tidemill.sql.SqlType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which hints every source understands as an engine does. A source may let through too much, but
 * never too little, and it must not refuse the query: so a hint is used only where the column's
 * type and the value leave no doubt. Left to the engine are
 *
 * <ul>
 *   <li>the order of texts, and what differs from one: collations
 *   <li>floating point: a value of four bytes is compared as four bytes here and as eight there,
 *       and NaN has an order in some places only
 *   <li>numbers that the column's type cannot hold: some servers refuse them
 *   <li>texts of types that are none, such as uuid: some servers refuse what is not one
 *   <li>names that are not written exactly as the column's
 * </ul>
 */
final class Hints {
  private static final Set<String> TEXTS =
      Set.of(
          "text",
          "character varying",
          "varchar",
          "character",
          "char",
          "tinytext",
          "mediumtext",
          "longtext",
          "keyword",
          "_id",
          "string");
  private static final Set<String> WIDE = Set.of("bigint", "long", "int64");
  private static final Set<String> NARROW = Set.of("smallint", "short");

  /** Their numbers are read otherwise than they are written, or only partly there. */
  private static final Set<String> ODD = Set.of("year", "bit", "oid", "tinyint", "byte");

  private Hints() {}

  static boolean usable(Hint hint, List<SourceColumn> columns) {
    return columns.stream()
        .filter(column -> column.name().equals(hint.column()))
        .anyMatch(column -> fits(hint, column));
  }

  private static boolean fits(Hint hint, SourceColumn column) {
    boolean same =
        switch (hint.op()) {
          case EQ, IN -> true;
          case NEQ, GT, GTE, LT, LTE, BETWEEN -> !column.type().equals(SqlType.VARCHAR);
          case LIKE -> false;
        };
    return same && hint.value().stream().allMatch(value -> fits(value, hint.kind(), column));
  }

  private static boolean fits(String value, Hint.Kind kind, SourceColumn column) {
    String type = word(column);
    return switch (column.type()) {
      case SqlType.Decimal decimal -> kind == Hint.Kind.NUMBER && decimal(value, decimal);
      case SqlType.Simple simple ->
          switch (simple) {
            case BIGINT -> kind == Hint.Kind.NUMBER && whole(value, type);
            case BOOLEAN -> kind == Hint.Kind.TRUTH;
            case VARCHAR -> kind == Hint.Kind.TEXT && TEXTS.contains(type) && plain(value);
            case DATE -> kind == Hint.Kind.TEXT && date(value);
            case TIMESTAMP -> kind == Hint.Kind.TEXT && timestamp(value, type);
            case DOUBLE, VARBINARY -> false;
          };
    };
  }

  /** The source's word for its type, without parameters. */
  private static String word(SourceColumn column) {
    return column.sourceType().toLowerCase(Locale.ROOT).replaceFirst("\\(.*", "").strip();
  }

  private static boolean decimal(String value, SqlType.Decimal type) {
    BigDecimal number = new BigDecimal(value).stripTrailingZeros();
    return number.scale() <= type.scale()
        && number.precision() - number.scale() <= type.precision() - type.scale();
  }

  private static boolean whole(String value, String type) {
    BigDecimal number = new BigDecimal(value);
    if (number.scale() > 0 || ODD.contains(type)) {
      return false;
    }
    int bits = WIDE.contains(type) ? 63 : NARROW.contains(type) ? 15 : 31;
    return number.toBigInteger().bitLength() <= bits;
  }

  /** Several values in one are staged as JSON, which no index knows. */
  private static boolean plain(String text) {
    return text.indexOf('\0') < 0 && !text.startsWith("[") && !text.startsWith("{");
  }

  private static boolean date(String text) {
    try {
      return text.length() == 10 && LocalDate.parse(text).getYear() > 0;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** Some sources have milliseconds only, and some types only the years of 32 bits of seconds. */
  private static boolean timestamp(String text, String type) {
    try {
      LocalDateTime time = LocalDateTime.parse(text);
      boolean known =
          type.startsWith("timestamp")
              ? time.getYear() > 1970 && time.getYear() < 2038
              : time.getYear() > 0 && time.getYear() < 10_000;
      return known && time.truncatedTo(ChronoUnit.MILLIS).equals(time);
    } catch (DateTimeException e) {
      return false;
    }
  }
}
