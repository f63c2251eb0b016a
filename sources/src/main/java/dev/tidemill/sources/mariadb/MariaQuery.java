package dev.tidemill.sources.mariadb;

import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.Filter;
import dev.tidemill.sources.Filters;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sql.SqlType;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/**
 * SQL that grows together with its parameters. Numbers are bound as numbers, because the server
 * would compare a text with a large whole number as floats.
 */
final class MariaQuery {
  private final MariaTable table;
  private final StringBuilder sql;
  private final List<Object> parameters = new ArrayList<>();
  private boolean where;

  MariaQuery(MariaTable table, String select) {
    this.table = table;
    this.sql = new StringBuilder(select);
  }

  MariaQuery and(String condition) {
    sql.append(where ? " AND " : " WHERE ").append(condition);
    where = true;
    return this;
  }

  MariaQuery append(String text) {
    sql.append(text);
    return this;
  }

  MariaQuery filters(List<Filter> filters) {
    for (Filter filter : filters) {
      String name = Filters.column(filter, table.names());
      String column = MariaColumn.quote(name);
      switch (filter.op()) {
        case BETWEEN -> and(column + " BETWEEN ? AND ?");
        case IN -> and(column + " IN (?" + ", ?".repeat(filter.value().size() - 1) + ")");
        case EQ, NEQ, GT, GTE, LT, LTE, LIKE -> and(column + " " + filter.op().sql() + " ?");
      }
      for (String value : filter.value()) {
        parameters.add(
            filter.op() == Filter.Op.LIKE ? value : typed(table.column(name).column(), value));
      }
    }
    return this;
  }

  /** Keys at or above a bound, column by column: servers use an index for this form only. */
  MariaQuery from(List<String> columns, List<String> bound) {
    return compare(columns, bound, ">", ">=");
  }

  MariaQuery above(List<String> columns, List<String> bound) {
    return compare(columns, bound, ">", ">");
  }

  MariaQuery below(List<String> columns, List<String> bound) {
    return compare(columns, bound, "<", "<");
  }

  private MariaQuery compare(List<String> columns, List<String> bound, String strict, String last) {
    var ways = new ArrayList<String>();
    for (int i = 0; i < columns.size(); i++) {
      var all = new ArrayList<String>();
      for (int j = 0; j <= i; j++) {
        String op = j < i ? "=" : i == columns.size() - 1 ? last : strict;
        all.add(MariaColumn.quote(columns.get(j)) + " " + op + " ?");
        parameters.add(typed(table.column(columns.get(j)).column(), bound.get(j)));
      }
      ways.add("(" + String.join(" AND ", all) + ")");
    }
    return and("(" + String.join(" OR ", ways) + ")");
  }

  PreparedStatement prepare(Connection connection) throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(
            sql.toString(), ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    for (int i = 0; i < parameters.size(); i++) {
      statement.setObject(i + 1, parameters.get(i));
    }
    return statement;
  }

  private static Object typed(SourceColumn column, String value) {
    try {
      return switch (column.type()) {
        case SqlType.Decimal d -> new BigDecimal(value);
        case SqlType.Simple simple ->
            switch (simple) {
              case BIGINT -> new BigDecimal(value);
              case DOUBLE -> Double.valueOf(value);
              case DATE -> LocalDate.parse(value).toString();
              case TIMESTAMP -> MariaTimes.text(MariaTimes.micros(value));
              case BOOLEAN, VARCHAR, VARBINARY -> value;
            };
      };
    } catch (NumberFormatException | DateTimeParseException e) {
      throw Problem.of(
              SourceError.INVALID_SOURCE_FILTER,
              "'%s' is no value for column %s (%s)"
                  .formatted(value, column.name(), column.sourceType()))
          .field("filters")
          .exception(e);
    }
  }
}
