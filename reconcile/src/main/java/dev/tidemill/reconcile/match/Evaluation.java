package dev.tidemill.reconcile.match;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.tidemill.reconcile.recipe.Condition;
import dev.tidemill.sql.Dialect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a match is worth and how far its records are apart, as SQL over columns that hold the shares
 * ({@code s0}, {@code s1}, … of pairs, {@code t0}, … of sums) and the deltas ({@code x0}, …, {@code
 * y0}, …).
 */
record Evaluation(RulePlan plan, Dialect dialect) {

  /** The sum of a pair's shares: how far it is from exact. */
  String score() {
    return sum(shares("s", plan.scored().size()));
  }

  /** 1 for an exact match, less by the mean of the shares. */
  String confidence() {
    var shares = new ArrayList<>(shares("s", plan.scored().size()));
    shares.addAll(shares("t", plan.sums().size()));
    return shares.isEmpty()
        ? "1e0"
        : "round(1e0 - (%s) / %de0, 6)".formatted(sum(shares), shares.size());
  }

  /** A JSON object: per condition with a distance its label and the delta. */
  String deltas() {
    var parts = new ArrayList<String>();
    var labels = new HashSet<String>();
    List<ConditionSql> scored = plan.scored();
    for (int i = 0; i < scored.size(); i++) {
      parts.add(field(scored.get(i).condition(), labels) + " || CAST(x" + i + " AS VARCHAR)");
    }
    for (int i = 0; i < plan.sums().size(); i++) {
      parts.add(field(plan.sums().get(i).condition(), labels) + " || CAST(y" + i + " AS VARCHAR)");
    }
    return parts.isEmpty() ? "'{}'" : "'{' || " + String.join(" || ',' || ", parts) + " || '}'";
  }

  private String field(Condition condition, Set<String> taken) {
    String label = condition.label();
    for (int i = 2; !taken.add(label); i++) {
      label = condition.label() + "#" + i;
    }
    String quoted = String.valueOf(JsonStringEncoder.getInstance().quoteAsString(label));
    return dialect.literal("\"" + quoted + "\":");
  }

  private static List<String> shares(String letter, int count) {
    var names = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      names.add(letter + i);
    }
    return names;
  }

  private static String sum(List<String> shares) {
    return shares.isEmpty() ? "0e0" : String.join(" + ", shares);
  }
}
