package dev.tidemill.sources.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sql.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of the mapping as a column.
 *
 * @param exact the field whose terms are whole values, to filter by; null if there is none
 * @param longest texts with more characters are not in {@code exact}
 */
record IndexColumn(SourceColumn column, @Nullable String exact, int longest) {
  static final String ID = "_id";

  private static final IndexColumn OF_ID =
      new IndexColumn(new SourceColumn(ID, SqlType.VARCHAR, false, ID), ID, Integer.MAX_VALUE);

  String name() {
    return column.name();
  }

  boolean isId() {
    return name().equals(ID);
  }

  /** Texts come as they were sent; other values as the mapping has understood them. */
  boolean isText() {
    return column.type() == SqlType.VARCHAR;
  }

  boolean isTime() {
    return column.type() == SqlType.TIMESTAMP;
  }

  /** The id, and the fields of a mapping; those of objects by their paths. */
  static List<IndexColumn> of(JsonNode mapping) {
    var columns = new ArrayList<IndexColumn>();
    columns.add(OF_ID);
    add(columns, "", mapping.path("properties"));
    return columns;
  }

  private static void add(List<IndexColumn> columns, String path, JsonNode properties) {
    properties
        .properties()
        .forEach(
            field -> {
              String name = path + field.getKey();
              JsonNode mapping = field.getValue();
              if (mapping.has("properties") && !mapping.path("type").asText("").equals("nested")) {
                add(columns, name + ".", mapping.path("properties"));
              } else if (!mapping.path("type").asText("").equals("alias")) {
                columns.add(column(name, mapping));
              }
            });
  }

  private static IndexColumn column(String name, JsonNode mapping) {
    String type = mapping.path("type").asText("object");
    SqlType staged =
        switch (type) {
          case "long", "integer", "short", "byte" -> SqlType.BIGINT;
          case "unsigned_long" -> SqlType.decimal(20, 0);
          case "double", "float", "half_float", "scaled_float" -> SqlType.DOUBLE;
          case "boolean" -> SqlType.BOOLEAN;
          case "date", "date_nanos" -> SqlType.TIMESTAMP;
          default -> SqlType.VARCHAR;
        };
    var field = new SourceColumn(name, staged, true, type);
    return switch (type) {
      case "text" -> text(field, mapping);
      case "keyword", "constant_keyword", "ip" -> exact(field, name, mapping);
      default ->
          staged == SqlType.VARCHAR ? new IndexColumn(field, null, 0) : exact(field, name, mapping);
    };
  }

  /** Analysed texts can be compared only by a keyword beside them. */
  private static IndexColumn text(SourceColumn field, JsonNode mapping) {
    for (var beside : mapping.path("fields").properties()) {
      if (beside.getValue().path("type").asText("").equals("keyword")) {
        return exact(field, field.name() + "." + beside.getKey(), beside.getValue());
      }
    }
    return new IndexColumn(field, null, 0);
  }

  private static IndexColumn exact(SourceColumn field, String by, JsonNode mapping) {
    boolean usable = mapping.path("index").asBoolean(true) && !mapping.has("normalizer");
    int longest = mapping.path("ignore_above").asInt(Integer.MAX_VALUE);
    return new IndexColumn(field, usable ? by : null, longest);
  }
}
