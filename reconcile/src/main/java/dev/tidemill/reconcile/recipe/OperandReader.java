package dev.tidemill.reconcile.recipe;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;

/** Reads what a condition looks at. */
final class OperandReader {
  private static final int MOST_STEPS = 10;
  private static final int MOST_PARTS = 10;
  private static final int MOST_REGEX = 500;
  private static final int MOST_TEXT = 1_000_000;
  private static final Operand NOTHING = new Operand.Column("");

  private final String version;
  private final Faults faults;

  OperandReader(String version, Faults faults) {
    this.version = version;
    this.faults = faults;
  }

  Operand operand(Fields condition, String side) {
    JsonNode node = condition.get(side);
    if (node == null) {
      faults.add(condition.at(side), side + " is missing", "name a column");
      return NOTHING;
    }
    if (node.isObject() && version.equals("1.0")) {
      faults.add(condition.at(side), "derived keys need version 1.1", "set \"version\": \"1.1\"");
      return NOTHING;
    }
    return operand(node, condition.at(side), true);
  }

  private Operand operand(JsonNode node, String path, boolean mayConcat) {
    if (!node.isObject()) {
      String name = faults.text(node, path, "column", RecipeReader.NAME);
      return name == null ? NOTHING : new Operand.Column(name);
    }
    Fields fields = Fields.of(node, path, faults);
    Operand operand = mayConcat && fields.has("concat") ? concat(fields) : derived(fields);
    fields.done();
    return operand;
  }

  private Operand concat(Fields fields) {
    var parts = new ArrayList<Operand>();
    for (JsonNode part : fields.array("concat", MOST_PARTS)) {
      parts.add(operand(part, fields.at("concat") + "/" + parts.size(), false));
    }
    if (parts.isEmpty()) {
      faults.add(fields.at("concat"), "concat needs a part at least");
    }
    JsonNode separator = fields.get("separator");
    String between = separator == null ? "" : separator.asText();
    if (separator != null
        && (!separator.isTextual()
            || !faults.carried(between, fields.at("separator"), "separator", 20))) {
      faults.add(fields.at("separator"), "separator must be a short text");
    }
    return new Operand.Concat(parts, between);
  }

  private Operand derived(Fields fields) {
    String column = fields.requiredText("column", RecipeReader.NAME);
    var steps = new ArrayList<Operand.Step>();
    List<JsonNode> nodes = fields.array("apply", MOST_STEPS);
    for (int i = 0; i < nodes.size(); i++) {
      step(nodes.get(i), fields.at("apply") + "/" + i, steps);
    }
    return steps.isEmpty() ? new Operand.Column(column) : new Operand.Derived(column, steps);
  }

  private void step(JsonNode node, String path, List<Operand.Step> into) {
    if (!node.isObject()) {
      Operand.Step.Simple simple = faults.word(node, path, "step", Operand.Step.Simple.values());
      if (simple != null) {
        into.add(simple);
      }
      return;
    }
    Fields fields = Fields.of(node, path, faults);
    if (fields.has("regex")) {
      regex(fields, into);
    } else if (fields.has("substring")) {
      substring(fields, into);
    } else {
      faults.add(path, "a step is trim, lower, upper, {\"substring\"} or {\"regex\"}");
    }
    fields.done("regex", "substring");
  }

  private void regex(Fields fields, List<Operand.Step> into) {
    String expression = fields.text("regex", MOST_REGEX);
    if (expression == null) {
      return;
    }
    try {
      com.google.re2j.Pattern.compile(expression);
      into.add(new Operand.Step.Regex(expression));
    } catch (PatternSyntaxException e) {
      faults.add(
          fields.at("regex"),
          "the expression is not understood: " + e.getDescription(),
          "RE2 syntax: no look-around, no back-references");
    }
  }

  private void substring(Fields fields, List<Operand.Step> into) {
    List<JsonNode> numbers = fields.array("substring", 2);
    boolean sound =
        numbers.size() == 2
            && numbers.stream()
                .allMatch(n -> n.isInt() && n.asInt() >= 1 && n.asInt() <= MOST_TEXT);
    if (sound) {
      into.add(new Operand.Step.Substring(numbers.get(0).asInt(), numbers.get(1).asInt()));
    } else {
      faults.add(
          fields.at("substring"),
          "substring takes the first character, counted from 1, and a length",
          "\"substring\": [1, 8]");
    }
  }
}
