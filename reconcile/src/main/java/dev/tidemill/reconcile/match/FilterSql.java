package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Filter;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** A filter as a predicate; its values become literals and nothing else. */
record FilterSql(Dialect dialect) {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

  String predicate(Filter filter, SqlColumn of) {
    String column = dialect.quote(of.name());
    List<String> values = filter.values().stream().map(v -> literal(v, of.type())).toList();
    return switch (filter.op()) {
      case EQ -> column + " = " + values.getFirst();
      case NEQ -> column + " <> " + values.getFirst();
      case GT -> column + " > " + values.getFirst();
      case GTE -> column + " >= " + values.getFirst();
      case LT -> column + " < " + values.getFirst();
      case LTE -> column + " <= " + values.getFirst();
      case BETWEEN -> column + " BETWEEN " + values.get(0) + " AND " + values.get(1);
      case IN -> column + " IN (" + String.join(", ", values) + ")";
      case CONTAINS -> "strpos(%s, %s) > 0".formatted(column, values.getFirst());
      case STARTSWITH -> "starts_with(%s, %s)".formatted(column, values.getFirst());
      case ENDSWITH ->
          "(length(%1$s) >= length(%2$s) AND substr(%1$s, length(%1$s) - length(%2$s) + 1) = %2$s)"
              .formatted(column, values.getFirst());
      case IS_NULL -> column + " IS NULL";
      case NOT_NULL -> column + " IS NOT NULL";
    };
  }

  private String literal(Filter.Value value, SqlType type) {
    return switch (value) {
      case Filter.Value.Amount n when type.equals(SqlType.DOUBLE) ->
          "CAST('%s' AS DOUBLE)".formatted(n.number());
      case Filter.Value.Amount n -> n.number().toPlainString();
      case Filter.Value.Truth t -> t.truth() ? "TRUE" : "FALSE";
      case Filter.Value.Text t when type.equals(SqlType.DATE) ->
          "CAST(%s AS DATE)".formatted(dialect.literal(t.text()));
      case Filter.Value.Text t when type.equals(SqlType.TIMESTAMP) ->
          "CAST('%s' AS TIMESTAMP)".formatted(SECONDS.format(LocalDateTime.parse(t.text())));
      case Filter.Value.Text t -> dialect.literal(t.text());
    };
  }
}
