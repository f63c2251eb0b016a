package dev.tidemill.server.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** In what two answers to a query differ, if they do. */
final class Difference {
  /** Sums may differ in the last digits: 3 adds with compensation, 2 does not. */
  private static final double NEAR = 1e-9;

  private Difference() {}

  /**
   * @param ordered whether the order of series means something
   */
  static Optional<String> of(Told ours, Told theirs, boolean ordered) {
    if (ours.failed() || theirs.failed()) {
      return ours.error().equals(theirs.error())
          ? Optional.empty()
          : Optional.of("%s and %s".formatted(ours.body(), theirs.body()));
    }
    JsonNode a = ours.body().path("data");
    JsonNode b = theirs.body().path("data");
    if (!a.path("resultType").equals(b.path("resultType"))) {
      return Optional.of("%s and %s".formatted(a.path("resultType"), b.path("resultType")));
    }
    return switch (a.path("resultType").asText()) {
      case "scalar", "string" -> point(a.path("result"), b.path("result"));
      default -> series(a.path("result"), b.path("result"), ordered);
    };
  }

  private static Optional<String> series(JsonNode ours, JsonNode theirs, boolean ordered) {
    Map<String, JsonNode> left = byName(ours, ordered);
    Map<String, JsonNode> right = byName(theirs, ordered);
    if (!left.keySet().equals(right.keySet())) {
      return Optional.of("series %s and %s".formatted(left.keySet(), right.keySet()));
    }
    for (var each : left.entrySet()) {
      JsonNode one = each.getValue();
      JsonNode other = Objects.requireNonNull(right.get(each.getKey()));
      Optional<String> found =
          one.has("value")
              ? point(one.path("value"), other.path("value"))
              : points(one.path("values"), other.path("values"));
      if (found.isPresent()) {
        return Optional.of(each.getKey() + ": " + found.get());
      }
    }
    return Optional.empty();
  }

  private static Map<String, JsonNode> byName(JsonNode result, boolean ordered) {
    var all = new HashMap<String, JsonNode>();
    for (JsonNode one : result) {
      String name = labels(one).toString();
      if (all.put(ordered ? all.size() + name : name, one) != null) {
        throw new AssertionError(name + " came twice");
      }
    }
    return all;
  }

  private static Map<String, String> labels(JsonNode one) {
    var labels = new TreeMap<String, String>();
    one.path("metric").properties().forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
    return labels;
  }

  private static Optional<String> points(JsonNode ours, JsonNode theirs) {
    if (ours.size() != theirs.size()) {
      return Optional.of("%d and %d points".formatted(ours.size(), theirs.size()));
    }
    for (int i = 0; i < ours.size(); i++) {
      Optional<String> found = point(ours.get(i), theirs.get(i));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> point(JsonNode ours, JsonNode theirs) {
    String a = ours.path(1).asText();
    String b = theirs.path(1).asText();
    boolean when = ours.path(0).asDouble() == theirs.path(0).asDouble();
    return when && (a.equals(b) || near(a, b))
        ? Optional.empty()
        : Optional.of("%s and %s".formatted(ours, theirs));
  }

  private static boolean near(String one, String other) {
    try {
      double a = Double.parseDouble(one);
      double b = Double.parseDouble(other);
      return Math.abs(a - b) <= NEAR * Math.max(Math.abs(a), Math.abs(b));
    } catch (NumberFormatException e) {
      // An infinity or a text: equal or not.
      return false;
    }
  }
}
