package dev.tidemill.reconcile.recipe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Reads a rule and judges its conditions together. */
final class RuleReader {
  private static final int MOST_CONDITIONS = 50;

  private final String version;
  private final Faults faults;

  RuleReader(String version, Faults faults) {
    this.version = version;
    this.faults = faults;
  }

  Rule rule(Fields fields) {
    String name = fields.requiredText("name", RecipeReader.NAME);
    if (!fields.has("pattern")) {
      faults.add(fields.at("pattern"), "pattern is missing", "1:1, 1:N, M:1 or M:N");
    }
    Pattern pattern = fields.word("pattern", Pattern.values());
    if (pattern == Pattern.MANY_TO_MANY && version.equals("1.0")) {
      faults.add(fields.at("pattern"), "M:N needs version 1.1", "set \"version\": \"1.1\"");
    }
    Integer priority = fields.integer("priority", Integer.MIN_VALUE, Integer.MAX_VALUE);
    int before = faults.count();
    var conditions = new ArrayList<Condition>();
    List<JsonNode> nodes = fields.array("conditions", MOST_CONDITIONS);
    for (int i = 0; i < nodes.size(); i++) {
      Fields condition = Fields.of(nodes.get(i), fields.at("conditions") + "/" + i, faults);
      Condition read = new ConditionReader(version, faults).condition(condition);
      if (read != null) {
        conditions.add(read);
      }
    }
    if (nodes.isEmpty() && faults.count() == before) {
      faults.add(fields.at("conditions"), "a rule has a condition at least");
    }
    fields.done("description");
    if (pattern != null && faults.count() == before) {
      together(pattern, conditions, fields);
    }
    return new Rule(name, pattern == null ? Pattern.ONE_TO_ONE : pattern, conditions, priority);
  }

  private void together(Pattern pattern, List<Condition> conditions, Fields fields) {
    boolean sums = conditions.stream().anyMatch(Condition.Sum.class::isInstance);
    boolean pairs = conditions.stream().anyMatch(Condition.OfPair.class::isInstance);
    if (sums && pattern == Pattern.ONE_TO_ONE) {
      faults.add(
          fields.at("conditions"), "a 1:1 match has no sum", "use tolerance, or another pattern");
    } else if (!pairs) {
      faults.add(
          fields.at("conditions"),
          "sums alone do not say which records belong together",
          "add an eq condition");
    }
    boolean keysOnly =
        conditions.stream().allMatch(c -> c instanceof Condition.Key || c instanceof Condition.Sum);
    if (pattern == Pattern.MANY_TO_MANY && !keysOnly) {
      faults.add(
          fields.at("conditions"),
          "an M:N group is what shares a key: only eq, normalized_eq and sum are possible",
          "move the other conditions to a 1:N or M:1 rule");
    }
  }
}
