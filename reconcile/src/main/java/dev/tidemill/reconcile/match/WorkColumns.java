package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Operand;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What is kept of a side's records: each operand in each form it is needed in, once. */
final class WorkColumns {
  private record Kept(Operand operand, Form form) {}

  private final Side side;
  private final Map<String, SqlColumn> resolved;
  private final Dialect dialect;
  private final Map<Kept, String> names = new LinkedHashMap<>();
  private final Map<String, String> inputs = new LinkedHashMap<>();

  /** A column computed in Java: its name and how. */
  record InJava(String name, Operand operand, Form form) {}

  /** A column computed by the engine. */
  record InSql(String name, String expression) {}

  /**
   * @param resolved the columns by the names that the recipe writes
   */
  WorkColumns(Side side, Map<String, SqlColumn> resolved, Dialect dialect) {
    this.side = side;
    this.resolved = resolved;
    this.dialect = dialect;
  }

  Side side() {
    return side;
  }

  SqlType type(Operand operand) {
    return operand instanceof Operand.Column column
        ? source(column.name()).type()
        : SqlType.VARCHAR;
  }

  /** The name under which it is kept. */
  String name(Operand operand, Form wanted) {
    Form form = wanted;
    if (!(operand instanceof Operand.Column)) {
      form = wanted == Form.RAW ? Form.DERIVED : wanted;
    } else if (wanted == Form.NUMBER && type(operand) instanceof SqlType.Decimal) {
      form = Form.RAW;
    }
    return names.computeIfAbsent(new Kept(operand, form), kept -> "c" + names.size());
  }

  List<InJava> inJava() {
    return names.entrySet().stream()
        .filter(e -> e.getKey().form().inJava())
        .map(e -> new InJava(e.getValue(), e.getKey().operand(), e.getKey().form()))
        .toList();
  }

  List<InSql> inSql() {
    return names.entrySet().stream()
        .filter(e -> !e.getKey().form().inJava())
        .map(e -> new InSql(e.getValue(), expression(e.getKey())))
        .toList();
  }

  SqlColumn source(String written) {
    SqlColumn column = resolved.get(written);
    if (column == null) {
      throw new IllegalStateException("unresolved column " + written);
    }
    return column;
  }

  /** The name under which a column is read: a source may call its columns anything. */
  String input(String written) {
    return inputs.computeIfAbsent(dialect.quote(source(written).name()), q -> "i" + inputs.size());
  }

  /** What is read of the source; complete once everything else was asked for. */
  String inputs() {
    return inputs.entrySet().stream()
        .map(e -> e.getKey() + " AS " + e.getValue())
        .collect(Collectors.joining(", "));
  }

  private String expression(Kept kept) {
    String column = input(((Operand.Column) kept.operand()).name());
    return switch (kept.form()) {
      case RAW -> column;
      case NUMBER -> number(column, type(kept.operand()));
      case DAY -> day(column);
      case BUSINESS_DAY ->
          "5 * (%1$s - mod(%1$s, 7)) + 7 * least(mod(%1$s, 7), 4)".formatted(day(column));
      case DERIVED, NORMAL, BARE -> throw new IllegalStateException("computed in Java");
    };
  }

  /** Whole numbers as decimals, so that a difference cannot overflow; no number is made of NaN. */
  private static String number(String column, SqlType type) {
    if (type.equals(SqlType.BIGINT)) {
      return "CAST(%s AS DECIMAL(19, 0))".formatted(column);
    }
    if (type.equals(SqlType.DOUBLE)) {
      return "CASE WHEN %1$s - %1$s = 0 THEN CAST(%1$s AS DECIMAL(38, 9)) END".formatted(column);
    }
    return column;
  }

  private static String day(String column) {
    return "date_diff('day', DATE '0001-01-01', CAST(%s AS DATE))".formatted(column);
  }
}
