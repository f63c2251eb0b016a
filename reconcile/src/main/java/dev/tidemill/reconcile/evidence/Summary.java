package dev.tidemill.reconcile.evidence;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run in numbers.
 *
 * @param matched pairs and groups
 * @param leftReasons the most frequent first
 */
public record Summary(
    long leftRows,
    long rightRows,
    long matched,
    long matchedLeft,
    long matchedRight,
    List<RuleCount> rules,
    List<ReasonCount> leftReasons,
    List<ReasonCount> rightReasons) {
  public Summary {
    rules = List.copyOf(rules);
    leftReasons = List.copyOf(leftReasons);
    rightReasons = List.copyOf(rightReasons);
  }

  /** What one rule matched. */
  public record RuleCount(String name, long matched, long matchedLeft, long matchedRight) {
    public Map<String, Object> json() {
      var json = new LinkedHashMap<String, Object>();
      json.put("name", name);
      json.put("matched", matched);
      json.put("matched_left", matchedLeft);
      json.put("matched_right", matchedRight);
      return json;
    }
  }

  /** How many records stayed unmatched for a reason. */
  public record ReasonCount(String reason, long records) {
    Map<String, Object> json() {
      return Map.of("reason", reason, "records", records);
    }
  }

  public long unmatchedLeft() {
    return leftRows - matchedLeft;
  }

  public long unmatchedRight() {
    return rightRows - matchedRight;
  }

  /** The part of the left records that matched; 0 when there are none. */
  public double matchRate() {
    return leftRows == 0 ? 0 : (double) matchedLeft / leftRows;
  }

  /** As the command line and the API say it. */
  public Map<String, Object> json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("left_rows", leftRows);
    json.put("right_rows", rightRows);
    json.put("matched", matched);
    json.put("matched_left", matchedLeft);
    json.put("matched_right", matchedRight);
    json.put("unmatched_left", unmatchedLeft());
    json.put("unmatched_right", unmatchedRight());
    json.put("match_rate", matchRate());
    json.put("rules", rules.stream().map(RuleCount::json).toList());
    json.put("left_reasons", leftReasons.stream().map(ReasonCount::json).toList());
    json.put("right_reasons", rightReasons.stream().map(ReasonCount::json).toList());
    return json;
  }
}
