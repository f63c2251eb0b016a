package dev.tidemill.reconcile.recipe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.NameSuggestion;
import dev.tidemill.reconcile.recipe.Condition.Comparison;
import dev.tidemill.reconcile.recipe.Condition.TextRelation;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one condition. */
final class ConditionReader {
  private static final List<String> OLD =
      List.of("eq", "tolerance", "gt", "lt", "gte", "lte", "contains", "startswith", "endswith");
  private static final List<String> NEW =
      List.of("normalized_eq", "date_window", "similarity", "sum");
  private static final int MOST_DAYS = 36_600;

  private final String version;
  private final Faults faults;

  ConditionReader(String version, Faults faults) {
    this.version = version;
    this.faults = faults;
  }

  @Nullable Condition condition(Fields fields) {
    int before = faults.count();
    var operands = new OperandReader(version, faults);
    Operand left = operands.operand(fields, "left");
    Operand right = operands.operand(fields, "right");
    Condition condition = known(fields) ? condition(fields, left, right) : null;
    if (condition == null) {
      fields.done("threshold", "relative", "days", "business_days");
    } else {
      fields.done("description");
    }
    return faults.count() == before ? condition : null;
  }

  private boolean known(Fields fields) {
    JsonNode op = fields.get("op");
    if (op == null) {
      faults.add(fields.at("op"), "op is missing");
      return false;
    }
    String word = op.asText();
    var all = Stream.concat(OLD.stream(), NEW.stream()).toList();
    if (!all.contains(word)) {
      faults.unknown(fields.at("op"), "op", word, NameSuggestion.closest(word, all), all);
      return false;
    }
    if (version.equals("1.0") && !OLD.contains(word)) {
      faults.add(fields.at("op"), word + " needs version 1.1", "set \"version\": \"1.1\"");
    }
    return true;
  }

  private @Nullable Condition condition(Fields fields, Operand left, Operand right) {
    String op = fields.requiredText("op", RecipeReader.NAME);
    return switch (op) {
      case "eq" -> {
        fields.newer("null_equals_null", version);
        yield new Condition.Equal(left, right, fields.truth("null_equals_null"));
      }
      case "normalized_eq" ->
          new Condition.NormalizedEqual(left, right, fields.truth("strip_punctuation"));
      case "tolerance" -> {
        Allowed allowed = allowed(fields, true);
        yield allowed == null ? null : new Condition.Tolerance(left, right, allowed);
      }
      case "sum" -> {
        Allowed allowed = allowed(fields, false);
        yield allowed == null ? null : new Condition.Sum(left, right, allowed);
      }
      case "similarity" -> similarity(fields, left, right);
      case "date_window" -> dateWindow(fields, left, right);
      case "contains" -> new Condition.TextTest(left, right, TextRelation.CONTAINS);
      case "startswith" -> new Condition.TextTest(left, right, TextRelation.STARTSWITH);
      case "endswith" -> new Condition.TextTest(left, right, TextRelation.ENDSWITH);
      case "gt" -> new Condition.Compare(left, right, Comparison.GT);
      case "gte" -> new Condition.Compare(left, right, Comparison.GTE);
      case "lt" -> new Condition.Compare(left, right, Comparison.LT);
      case "lte" -> new Condition.Compare(left, right, Comparison.LTE);
      default -> null;
    };
  }

  private @Nullable Allowed allowed(Fields fields, boolean required) {
    int before = faults.count();
    fields.newer("relative", version);
    BigDecimal absolute = fields.amount("threshold");
    BigDecimal relative = fields.amount("relative");
    if (relative != null && relative.compareTo(BigDecimal.ONE) > 0) {
      faults.add(fields.at("relative"), "relative is a part of the amount", "write 2 % as 0.02");
    }
    if (faults.count() > before) {
      return null;
    }
    if (absolute == null && relative == null) {
      if (required) {
        faults.add(
            fields.at("threshold"),
            "tolerance needs a threshold",
            "\"threshold\": 0.02 allows 0.02 in the amounts' own unit");
        return null;
      }
      return new Allowed(BigDecimal.ZERO, null);
    }
    return new Allowed(absolute, relative);
  }

  private @Nullable Condition similarity(Fields fields, Operand left, Operand right) {
    BigDecimal threshold = fields.amount("threshold");
    if (threshold == null || threshold.signum() == 0 || threshold.compareTo(BigDecimal.ONE) > 0) {
      faults.add(fields.at("threshold"), "similarity needs a threshold above 0 and at most 1");
      return null;
    }
    return new Condition.Similar(left, right, threshold);
  }

  private @Nullable Condition dateWindow(Fields fields, Operand left, Operand right) {
    Integer days = fields.integer("days", 0, MOST_DAYS);
    Integer business = fields.integer("business_days", 0, MOST_DAYS);
    if (fields.has("days") == fields.has("business_days")) {
      faults.add(
          fields.at("days"),
          "date_window needs either days or business_days",
          "business_days counts Mondays to Fridays only");
    }
    if (days != null) {
      return new Condition.DateWindow(left, right, days, false);
    }
    return business == null ? null : new Condition.DateWindow(left, right, business, true);
  }
}
