package dev.tidemill.sources.bigquery;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.api.client.util.Data;
import com.google.api.services.bigquery.model.TableCell;
import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableRow;
import dev.tidemill.sql.SqlType;
import dev.tidemill.sql.arrow.RowSink;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row as BigQuery writes it: every value is a text, and what is nested is nested in cells. */
final class Cells {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Cells() {}

  static void write(TableRow row, List<TableColumn> columns, long number, RowSink sink) {
    List<TableCell> cells = cells(row, columns);
    for (int i = 0; i < columns.size(); i++) {
      TableColumn column = columns.get(i);
      Object value = cells.get(i).getV();
      if (absent(value)) {
        sink.nothing(i);
      } else if (column.nested()) {
        text(i, json(value, column.field()).toString(), sink);
      } else {
        try {
          write(i, column, String.valueOf(value), sink);
        } catch (ArithmeticException | IllegalArgumentException | DateTimeException e) {
          throw BigQueryErrors.value(
              column.name(), number, "is no %s: %s".formatted(column.column().type(), value));
        }
      }
    }
    sink.endRow();
  }

  static List<@Nullable String> texts(TableRow row, List<TableColumn> columns) {
    var texts = new ArrayList<@Nullable String>();
    List<TableCell> cells = cells(row, columns);
    for (int i = 0; i < columns.size(); i++) {
      Object value = cells.get(i).getV();
      TableColumn column = columns.get(i);
      if (absent(value)) {
        texts.add(null);
      } else if (column.nested()) {
        texts.add(json(value, column.field()).toString());
      } else {
        String text = String.valueOf(value);
        texts.add(column.kind().equals("TIMESTAMP") ? time(text).toString() : text);
      }
    }
    return texts;
  }

  private static List<TableCell> cells(TableRow row, List<TableColumn> columns) {
    List<TableCell> cells = row.getF();
    if (cells == null || cells.size() != columns.size()) {
      throw BigQueryErrors.broken(
          "a row has %d values for %d columns"
              .formatted(cells == null ? 0 : cells.size(), columns.size()));
    }
    return cells;
  }

  private static void write(int i, TableColumn column, String value, RowSink sink) {
    switch (column.column().type()) {
      case SqlType.Decimal decimal -> decimal(i, new BigDecimal(value), decimal, sink);
      case SqlType.Simple simple -> {
        switch (simple) {
          case BIGINT -> sink.bigint(i, Long.parseLong(value));
          case DOUBLE -> sink.real(i, real(value));
          case BOOLEAN -> sink.bool(i, bool(value));
          case VARBINARY -> {
            byte[] bytes = Base64.getDecoder().decode(value);
            sink.binary(i, bytes, 0, bytes.length);
          }
          case DATE -> sink.date(i, Math.toIntExact(LocalDate.parse(value).toEpochDay()));
          case TIMESTAMP ->
              sink.timestamp(
                  i,
                  column.kind().equals("TIMESTAMP")
                      ? Long.parseLong(value)
                      : micros(LocalDateTime.parse(value.replace(' ', 'T'))));
          case VARCHAR -> text(i, value, sink);
        }
      }
    }
  }

  private static void decimal(int i, BigDecimal value, SqlType.Decimal type, RowSink sink) {
    BigDecimal scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
    if (scaled.precision() > type.precision()) {
      throw new ArithmeticException("too many digits");
    }
    BigInteger unscaled = scaled.unscaledValue();
    sink.decimal(i, unscaled.shiftRight(64).longValueExact(), unscaled.longValue());
  }

  private static double real(String value) {
    return switch (value) {
      case "NaN" -> Double.NaN;
      case "Infinity", "+inf", "inf" -> Double.POSITIVE_INFINITY;
      case "-Infinity", "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(value);
    };
  }

  private static boolean bool(String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(value);
    };
  }

  private static long micros(LocalDateTime local) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, local.toInstant(ZoneOffset.UTC));
  }

  private static LocalDateTime time(String micros) {
    Instant instant = Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  /** The client has an object of its own for null. */
  private static boolean absent(@Nullable Object value) {
    return value == null || Data.isNull(value);
  }

  private static void text(int i, String value, RowSink sink) {
    byte[] bytes = value.getBytes(UTF_8);
    sink.text(i, bytes, 0, bytes.length);
  }

  private static com.fasterxml.jackson.databind.JsonNode json(
      @Nullable Object value, TableFieldSchema field) {
    if (absent(value)) {
      return NODES.nullNode();
    }
    if ("REPEATED".equals(field.getMode()) && value instanceof List<?> items) {
      ArrayNode array = NODES.arrayNode();
      TableFieldSchema each = field.clone().setMode("NULLABLE");
      items.forEach(item -> array.add(json(inner(item, "v"), each)));
      return array;
    }
    if (field.getFields() != null && inner(value, "f") instanceof List<?> cells) {
      ObjectNode object = NODES.objectNode();
      for (int i = 0; i < field.getFields().size() && i < cells.size(); i++) {
        TableFieldSchema part = field.getFields().get(i);
        object.set(part.getName(), json(inner(cells.get(i), "v"), part));
      }
      return object;
    }
    return NODES.textNode(String.valueOf(value));
  }

  private static @Nullable Object inner(@Nullable Object value, String name) {
    return value instanceof Map<?, ?> map ? map.get(name) : null;
  }
}
