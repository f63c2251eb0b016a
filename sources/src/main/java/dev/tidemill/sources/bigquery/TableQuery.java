package dev.tidemill.sources.bigquery;

import com.google.api.services.bigquery.model.Job;
import com.google.api.services.bigquery.model.JobConfiguration;
import com.google.api.services.bigquery.model.JobConfigurationQuery;
import com.google.api.services.bigquery.model.QueryParameter;
import com.google.api.services.bigquery.model.QueryParameterType;
import com.google.api.services.bigquery.model.QueryParameterValue;
import dev.tidemill.core.error.Problem;
import dev.tidemill.sources.Filter;
import dev.tidemill.sources.Filters;
import dev.tidemill.sources.SourceError;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The one query of a source. Values are parameters, names are quoted. */
record TableQuery(ResultTable table, List<TableColumn> columns, List<Filter> filters) {

  /** An older answer to the same question is not wanted, however fresh BigQuery takes it for. */
  Job job() {
    var parameters = new ArrayList<QueryParameter>();
    String sql = sql(parameters);
    var query =
        new JobConfigurationQuery()
            .setQuery(sql)
            .setUseLegacySql(false)
            .setUseQueryCache(false)
            .setParameterMode("POSITIONAL")
            .setQueryParameters(parameters);
    return new Job().setConfiguration(new JobConfiguration().setQuery(query));
  }

  private String sql(List<QueryParameter> parameters) {
    if (columns.isEmpty()) {
      throw Problem.of(SourceError.SOURCE_VALUE_UNSUPPORTED, table.table() + " has no columns")
          .exception();
    }
    String select = columns.stream().map(c -> quoted(c.name())).collect(Collectors.joining(", "));
    String from =
        quoted(table.project()) + "." + quoted(table.dataset()) + "." + quoted(table.table());
    List<String> names = columns.stream().map(TableColumn::name).toList();
    var where = new ArrayList<String>();
    for (Filter filter : filters) {
      String name = Filters.column(filter, names);
      TableColumn column = columns.get(names.indexOf(name));
      where.add(predicate(column, filter, parameters));
    }
    return "SELECT %s FROM %s%s"
        .formatted(select, from, where.isEmpty() ? "" : " WHERE " + String.join(" AND ", where));
  }

  private static String predicate(
      TableColumn column, Filter filter, List<QueryParameter> parameters) {
    String name = quoted(column.name());
    if (column.nested() || !comparable(column, filter.op())) {
      throw Problem.of(
              SourceError.INVALID_SOURCE_FILTER,
              "the filter '%s' on %s cannot be used".formatted(filter.op().word(), filter.column()))
          .field("filters")
          .cause("it is of type %s".formatted(column.column().sourceType()))
          .exception();
    }
    for (String value : filter.value()) {
      parameters.add(
          new QueryParameter()
              .setParameterType(new QueryParameterType().setType(parameterType(column)))
              .setParameterValue(new QueryParameterValue().setValue(value)));
    }
    return switch (filter.op()) {
      case EQ, NEQ, GT, GTE, LT, LTE, LIKE -> name + " " + filter.op().sql() + " ?";
      case BETWEEN -> name + " BETWEEN ? AND ?";
      case IN ->
          filter.value().stream()
              .map(v -> "?")
              .collect(Collectors.joining(", ", name + " IN (", ")"));
    };
  }

  private static boolean comparable(TableColumn column, Filter.Op op) {
    return switch (column.kind()) {
      case "GEOGRAPHY", "JSON", "INTERVAL", "RANGE" -> false;
      case "STRING", "BYTES" -> true;
      default -> op != Filter.Op.LIKE;
    };
  }

  private static String parameterType(TableColumn column) {
    return switch (column.kind()) {
      case "INTEGER" -> "INT64";
      case "FLOAT" -> "FLOAT64";
      case "BOOLEAN" -> "BOOL";
      default -> column.kind();
    };
  }

  /** GoogleSQL escapes inside backticks as in texts. */
  private static String quoted(String name) {
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`";
  }
}
