package dev.tidemill.sources.opensearch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tidemill.sql.SqlType;
import dev.tidemill.sql.arrow.RowSink;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

/** A document as a row. */
final class DocumentRow {
  private static final int NANOS_OF_MICRO = 1000;

  private DocumentRow() {}

  static void write(JsonNode document, List<IndexColumn> columns, RowSink sink) {
    String id = document.path("_id").asText();
    for (int i = 0; i < columns.size(); i++) {
      IndexColumn column = columns.get(i);
      if (column.isId()) {
        text(i, id, sink);
      } else if (column.isText()) {
        JsonNode value = at(document.path("_source"), column.name());
        if (value.isMissingNode() || value.isNull()) {
          sink.nothing(i);
        } else {
          text(i, value.isValueNode() ? value.asText() : value.toString(), sink);
        }
      } else {
        typed(i, column, id, document.path("fields").path(column.name()), sink);
      }
    }
    sink.endRow();
  }

  private static void typed(int i, IndexColumn column, String id, JsonNode values, RowSink sink) {
    if (values.isEmpty() || values.path(0).isNull()) {
      sink.nothing(i);
      return;
    }
    if (values.size() > 1) {
      throw OpenSearchErrors.value(column.name(), id, "has %d values".formatted(values.size()));
    }
    JsonNode value = values.path(0);
    try {
      switch (column.column().type()) {
        case SqlType.Decimal decimal -> decimal(i, value, sink);
        case SqlType.Simple simple -> {
          switch (simple) {
            case BIGINT -> sink.bigint(i, value.decimalValue().longValueExact());
            case DOUBLE -> sink.real(i, Double.parseDouble(value.asText()));
            case BOOLEAN -> sink.bool(i, value.booleanValue());
            case TIMESTAMP -> sink.timestamp(i, micros(value.asText()));
            case VARCHAR, DATE, VARBINARY -> throw new IllegalStateException(column.name());
          }
        }
      }
    } catch (ArithmeticException | NumberFormatException | DateTimeException e) {
      throw OpenSearchErrors.value(column.name(), id, "is no " + column.column().type());
    }
  }

  private static void decimal(int i, JsonNode value, RowSink sink) {
    BigInteger unscaled = value.decimalValue().toBigIntegerExact();
    sink.decimal(i, unscaled.shiftRight(64).longValueExact(), unscaled.longValue());
  }

  private static long micros(String text) {
    Instant instant = Instant.parse(text);
    if (instant.getNano() % NANOS_OF_MICRO != 0) {
      throw new ArithmeticException("finer than a microsecond");
    }
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L),
        instant.getNano() / NANOS_OF_MICRO);
  }

  /** A path in a document, whose objects may be written out or by names with dots. */
  private static JsonNode at(JsonNode object, String path) {
    if (object.has(path)) {
      return object.path(path);
    }
    for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
      JsonNode inner = object.path(path.substring(0, dot));
      if (inner.isObject()) {
        JsonNode found = at(inner, path.substring(dot + 1));
        if (!found.isMissingNode()) {
          return found;
        }
      }
    }
    return MissingNode.getInstance();
  }

  private static void text(int i, String value, RowSink sink) {
    byte[] bytes = value.getBytes(UTF_8);
    sink.text(i, bytes, 0, bytes.length);
  }
}
