package dev.tidemill.reconcile.recipe;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the scope of a source. A value that does not fit its operator is a fault, never a guess.
 */
final class FilterReader {
  private static final int MOST_FILTERS = 50;
  private static final int MOST_VALUES = 10_000;
  private static final int MOST_LETTERS = 10_000;

  private final Faults faults;

  FilterReader(Faults faults) {
    this.faults = faults;
  }

  List<Filter> filters(Fields source) {
    var filters = new ArrayList<Filter>();
    List<JsonNode> nodes = source.array("filters", MOST_FILTERS);
    for (int i = 0; i < nodes.size(); i++) {
      filters.add(filter(Fields.of(nodes.get(i), source.at("filters") + "/" + i, faults)));
    }
    return filters;
  }

  private Filter filter(Fields fields) {
    String column = fields.requiredText("column", RecipeReader.NAME);
    JsonNode written = fields.get("op");
    if (written == null) {
      faults.add(fields.at("op"), "op is missing");
    } else if (written.asText().equals("like")) {
      faults.add(fields.at("op"), "there is no like", "use contains, startswith or endswith");
    }
    Filter.Op op =
        written != null && written.asText().equals("like")
            ? null
            : fields.word("op", Filter.Op.values());
    JsonNode value = fields.get("value");
    fields.done();
    if (op == null) {
      return new Filter(column, Filter.Op.EQ, List.of());
    }
    return new Filter(column, op, values(op, value, fields.at("value")));
  }

  private List<Filter.Value> values(Filter.Op op, @Nullable JsonNode value, String path) {
    String wanted =
        switch (op) {
          case IS_NULL, NOT_NULL -> value == null ? "" : "no value";
          case BETWEEN -> isArray(value, 2, 2) ? "" : "an array of two values";
          case IN -> isArray(value, 1, MOST_VALUES) ? "" : "an array of 1 to 10000 values";
          case EQ, NEQ, GT, GTE, LT, LTE, CONTAINS, STARTSWITH, ENDSWITH ->
              value != null && value.isValueNode() ? "" : "one value";
        };
    if (!wanted.isEmpty()) {
      faults.add(path, "%s takes %s".formatted(op.word(), wanted));
      return List.of();
    }
    var values = new ArrayList<Filter.Value>();
    if (value != null && value.isArray()) {
      for (JsonNode element : value) {
        value(element, path + "/" + values.size(), values);
      }
    } else if (value != null) {
      value(value, path, values);
    }
    return values;
  }

  private static boolean isArray(@Nullable JsonNode value, int least, int most) {
    return value != null && value.isArray() && value.size() >= least && value.size() <= most;
  }

  private void value(JsonNode node, String path, List<Filter.Value> into) {
    if (node.isTextual() && faults.carried(node.textValue(), path, "value", MOST_LETTERS)) {
      into.add(new Filter.Value.Text(node.textValue()));
    } else if (node.isNumber()) {
      BigDecimal number = node.decimalValue();
      if (Math.abs((long) number.scale()) > 38 || number.precision() > 38) {
        faults.add(path, "a number has at most 38 digits");
      } else {
        into.add(new Filter.Value.Amount(number));
      }
    } else if (node.isBoolean()) {
      into.add(new Filter.Value.Truth(node.booleanValue()));
    } else if (!node.isTextual()) {
      faults.add(path, "a value is a text, a number, true or false", "is_null asks for NULL");
    }
  }
}
