package dev.tidemill.bench.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** Whether two answers say the same. Sums may differ in the last digits: 3 adds otherwise than 2. */
final class Comparison {
  private static final JsonMapper JSON = new JsonMapper();
  private static final double NEAR = 1e-9;

  private int same;
  private int near;
  private int other;
  private String example = "";

  /**
   * "equal", or what is not.
   *
   * @param choice of equals either may be chosen: then only the values of each step are compared
   */
  static String of(byte[] ours, byte[] theirs, boolean choice) throws Exception {
    var comparison = new Comparison();
    Map<JsonNode, JsonNode> left = choice ? steps(series(ours)) : series(ours);
    Map<JsonNode, JsonNode> right = choice ? steps(series(theirs)) : series(theirs);
    if (!left.keySet().equals(right.keySet())) {
      return "OTHER SERIES: %d and %d".formatted(left.size(), right.size());
    }
    left.forEach((labels, values) -> comparison.compare(labels, values, right.get(labels)));
    if (comparison.other > 0) {
      return "%,d of %,d VALUES DIFFER, as %s"
          .formatted(comparison.other, comparison.all(), comparison.example);
    }
    return comparison.near == 0
        ? "equal (%,d)".formatted(comparison.all())
        : "equal (%,d, of them %,d but for the last digits)"
            .formatted(comparison.all(), comparison.near);
  }

  private int all() {
    return same + near + other;
  }

  private static Map<JsonNode, JsonNode> series(byte[] answer) throws Exception {
    JsonNode data = JSON.readTree(answer).path("data");
    var all = new HashMap<JsonNode, JsonNode>();
    if (data.path("resultType").asText().equals("scalar")) {
      all.put(JSON.createObjectNode(), JSON.createArrayNode().add(data.path("result")));
    } else {
      for (JsonNode series : data.path("result")) {
        JsonNode values = series.path("values");
        all.put(
            series.path("metric"),
            values.isArray() ? values : JSON.createArrayNode().add(series.path("value")));
      }
    }
    return all;
  }

  private static Map<JsonNode, JsonNode> steps(Map<JsonNode, JsonNode> series) {
    var points = new ArrayList<JsonNode>();
    series.values().forEach(values -> values.forEach(points::add));
    points.sort(
        Comparator.comparingDouble((JsonNode p) -> p.get(0).asDouble())
            .thenComparingDouble(p -> number(p.get(1).asText())));
    return Map.of(JSON.createObjectNode(), JSON.createArrayNode().addAll(points));
  }

  private void compare(JsonNode labels, JsonNode ours, JsonNode theirs) {
    if (ours.size() != theirs.size()) {
      other += Math.max(ours.size(), theirs.size());
      example = "%s: %d and %d points".formatted(labels, ours.size(), theirs.size());
      return;
    }
    for (int i = 0; i < ours.size(); i++) {
      String a = ours.get(i).get(1).asText();
      String b = theirs.get(i).get(1).asText();
      boolean when = ours.get(i).get(0).asDouble() == theirs.get(i).get(0).asDouble();
      if (when && a.equals(b)) {
        same++;
      } else if (when && near(number(a), number(b))) {
        near++;
      } else {
        other++;
        example = "%s at %s: %s and %s".formatted(labels, ours.get(i).get(0), a, b);
      }
    }
  }

  private static boolean near(double a, double b) {
    return Math.abs(a - b) <= NEAR * Math.max(Math.abs(a), Math.abs(b));
  }

  private static double number(String text) {
    return text.endsWith("Inf")
        ? (text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY)
        : Double.parseDouble(text);
  }
}
