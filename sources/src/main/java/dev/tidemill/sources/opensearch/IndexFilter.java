package dev.tidemill.sources.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.Filter;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sql.SqlType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** A filter as a query. Values are JSON values, never parts of a query. */
final class IndexFilter {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Times without seconds are refused, and what is left out of an upper bound is filled up. */
  private static final DateTimeFormatter WHOLE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS");

  private final IndexColumn column;
  private final Filter filter;

  IndexFilter(IndexColumn column, Filter filter) {
    this.column = column;
    this.filter = filter;
  }

  /** The field that is compared. */
  String field() {
    if (column.exact() == null) {
      throw refused(
          "it is of type %s, which is not compared".formatted(column.column().sourceType()));
    }
    return column.exact();
  }

  /** Whether it can be used, and misses nothing whatever the documents are. */
  boolean usable() {
    boolean several = filter.op() == Filter.Op.IN || filter.op() == Filter.Op.NEQ;
    if (column.exact() == null || (column.isTime() && several)) {
      return false;
    }
    try {
      query();
      return !misses();
    } catch (TidemillException e) {
      return false;
    }
  }

  /** Whether documents with values that are not indexed could be missed. */
  boolean misses() {
    return !(column.isText() && (filter.op() == Filter.Op.EQ || filter.op() == Filter.Op.IN))
        && column.longest() < Integer.MAX_VALUE;
  }

  ObjectNode query() {
    requireFindable();
    return switch (filter.op()) {
      case EQ -> column.isTime() ? range("gte", 0, "lte", 0) : of("term", field(), value(0));
      case NEQ -> {
        var bool = NODES.objectNode();
        bool.putArray("must").add(of("exists", "field", NODES.textNode(field())));
        bool.putArray("must_not").add(of("term", field(), value(0)));
        yield NODES.objectNode().set("bool", bool);
      }
      case GT -> range("gt", 0, null, 0);
      case GTE -> range("gte", 0, null, 0);
      case LT -> range("lt", 0, null, 0);
      case LTE -> range("lte", 0, null, 0);
      case BETWEEN -> range("gte", 0, "lte", 1);
      case IN -> {
        var values = NODES.arrayNode();
        for (int i = 0; i < filter.value().size(); i++) {
          values.add(value(i));
        }
        yield of("terms", field(), values);
      }
      case LIKE -> of("wildcard", field(), NODES.objectNode().put("value", pattern()));
    };
  }

  /** Texts that are too long for the index are not found by it; EQ and IN need none of them. */
  private void requireFindable() {
    boolean bounded = column.longest() < Integer.MAX_VALUE;
    boolean named = filter.op() == Filter.Op.EQ || filter.op() == Filter.Op.IN;
    boolean tooLong = filter.value().stream().anyMatch(v -> v.length() > column.longest());
    if (bounded && (named ? tooLong : overlong() == null)) {
      throw refused("texts of more than %d characters are not indexed".formatted(column.longest()));
    }
  }

  /** Finds documents that the filter would miss; null where the index does not know them. */
  @Nullable ObjectNode overlong() {
    if (column.longest() == Integer.MAX_VALUE || !column.column().sourceType().equals("text")) {
      return null;
    }
    var bool = NODES.objectNode();
    bool.putArray("filter").add(of("exists", "field", NODES.textNode(column.name())));
    bool.putArray("must_not").add(of("exists", "field", NODES.textNode(field())));
    return NODES.objectNode().set("bool", bool);
  }

  private ObjectNode range(String from, int first, @Nullable String to, int second) {
    if (column.isId()) {
      throw refused("ids have no order");
    }
    var bounds = NODES.objectNode();
    bounds.set(from, value(first));
    if (to != null) {
      bounds.set(to, value(second));
    }
    if (column.isTime()) {
      bounds.put("format", "strict_date_optional_time_nanos");
    }
    return of("range", field(), bounds);
  }

  private JsonNode value(int i) {
    String text = filter.value().get(i);
    try {
      return switch (column.column().type()) {
        case SqlType.Decimal decimal -> NODES.numberNode(new BigDecimal(text).toBigIntegerExact());
        case SqlType.Simple simple ->
            switch (simple) {
              case BIGINT -> NODES.numberNode(Long.parseLong(text));
              case DOUBLE -> NODES.numberNode(new BigDecimal(text));
              case BOOLEAN -> NODES.booleanNode(bool(text));
              case TIMESTAMP -> NODES.textNode(time(text));
              case VARCHAR, DATE, VARBINARY -> NODES.textNode(text);
            };
      };
    } catch (ArithmeticException | IllegalArgumentException | DateTimeException e) {
      throw refused("'%s' is no value of it".formatted(text));
    }
  }

  private static boolean bool(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static String time(String text) {
    LocalDateTime time =
        text.length() == 10
            ? LocalDate.parse(text).atStartOfDay()
            : LocalDateTime.parse(text.replace(' ', 'T'));
    return WHOLE.format(time);
  }

  /** SQL's wildcards as OpenSearch's. */
  private String pattern() {
    if (!column.isText() || column.isId()) {
      throw refused("only texts are compared with like");
    }
    var pattern = new StringBuilder();
    for (char c : filter.value().getFirst().toCharArray()) {
      switch (c) {
        case '%' -> pattern.append('*');
        case '_' -> pattern.append('?');
        case '*', '?', '\\' -> pattern.append('\\').append(c);
        default -> pattern.append(c);
      }
    }
    return pattern.toString();
  }

  private static ObjectNode of(String kind, String field, JsonNode value) {
    var inner = NODES.objectNode();
    inner.set(field, value);
    return NODES.objectNode().set(kind, inner);
  }

  private TidemillException refused(String why) {
    return Problem.of(
            SourceError.INVALID_SOURCE_FILTER,
            "the filter '%s' on %s cannot be used".formatted(filter.op().word(), filter.column()))
        .field("filters")
        .cause(why)
        .exception();
  }
}
