package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.BySide;
import dev.tidemill.reconcile.recipe.Pattern;
import dev.tidemill.reconcile.recipe.Sha256;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.SqlEngine;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** The queries whose rows are the evidence. */
record EvidenceSql(
    SqlEngine engine,
    String recipeHash,
    List<RulePlan> plans,
    Instant matchedAt,
    BySide<Boolean> keysRepeat) {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  String matched() {
    var branches = new ArrayList<String>();
    branches.add(branch(plans.stream().filter(EvidenceSql::pairs).toList(), false));
    branches.add(branch(plans.stream().filter(p -> !pairs(p)).toList(), true));
    branches.removeIf(String::isEmpty);
    return """
        SELECT match_id, left_key, right_key, %s AS rule_name, confidence,
          CAST('%s' AS TIMESTAMP) AS matched_at, deltas, tie_break, group_left, group_right,
          left_row, right_row
        FROM (%s) AS m ORDER BY rule_no, left_row, right_row
        """
        .formatted(
            perRule(plans, plan -> plan.rule().name()),
            MICROS.format(matchedAt),
            String.join(" UNION ALL ", branches));
  }

  private static boolean pairs(RulePlan plan) {
    return plan.rule().pattern() == Pattern.ONE_TO_ONE;
  }

  /** Of groups the first records name the match; a pair's are its own. */
  private String branch(List<RulePlan> rules, boolean groups) {
    if (rules.isEmpty()) {
      return "";
    }
    String first =
        groups
            ? " JOIN l AS fl ON fl.rid = m.left_first JOIN r AS fr ON fr.rid = m.right_first"
            : "";
    String left = groups ? "fl" : "l";
    String right = groups ? "fr" : "r";
    return """
        SELECT %1$s AS match_id, l.record_key AS left_key, r.record_key AS right_key, m.rule_no,
          m.confidence, m.deltas, m.tie_break, m.left_size AS group_left,
          m.right_size AS group_right, m.l AS left_row, m.r AS right_row
        FROM matches AS m JOIN l ON l.rid = m.l JOIN r ON r.rid = m.r%2$s%3$s%4$s
        WHERE m.rule_no IN (%5$s)
        """
        .formatted(
            matchId(rules, left, right),
            first,
            again(Side.LEFT, left),
            again(Side.RIGHT, right),
            String.join(", ", rules.stream().map(p -> String.valueOf(p.number())).toList()));
  }

  static String unmatched(Side side) {
    return "SELECT record_key, attempted_rules, closest_candidate, rejection_reason, rejection_detail, closest_rule, record_row, closest_row FROM unmatched_%s ORDER BY record_row"
        .formatted(WorkTable.table(side));
  }

  /**
   * A hash of the recipe, the rule and the keys of the first record on either side; a key that
   * occurs again carries its number. Lengths stand before the keys, so that no two can be confused.
   */
  private String matchId(List<RulePlan> rules, String left, String right) {
    String text =
        "%s || %s || %s"
            .formatted(perRule(rules, this::prefix), key(Side.LEFT, left), key(Side.RIGHT, right));
    return md5(text);
  }

  private String key(Side side, String record) {
    String again = keysRepeat.get(side) ? "CAST(coalesce(a%s.n, 1) AS VARCHAR)" : "'1'";
    return "CAST(length(%1$s.record_key) AS VARCHAR) || ':' || %1$s.record_key || '#' || %2$s"
        .formatted(record, again.formatted(WorkTable.table(side)));
  }

  /** Joined only where there is something in it: engines plan badly around empty tables. */
  private String again(Side side, String record) {
    return keysRepeat.get(side)
        ? " LEFT JOIN again_%1$s AS a%1$s ON a%1$s.rid = %2$s.rid"
            .formatted(WorkTable.table(side), record)
        : "";
  }

  /** A name and no seal: MD5 takes half the time of SHA-256, and there is one per match. */
  private String md5(String text) {
    return engine.name().equals("duckdb")
        ? "md5(" + text + ")"
        : "lower(to_hex(md5(to_utf8(" + text + "))))";
  }

  private interface Text {
    String of(RulePlan plan);
  }

  /** Short, because it is hashed anew for every match. */
  private String prefix(RulePlan plan) {
    return Sha256.hex(recipeHash + "\n" + plan.rule().name()).substring(0, 24);
  }

  private String perRule(List<RulePlan> rules, Text text) {
    var cases = new StringBuilder("CASE m.rule_no");
    for (RulePlan plan : rules) {
      cases.append(
          " WHEN %d THEN %s".formatted(plan.number(), engine.dialect().literal(text.of(plan))));
    }
    return cases + " END";
  }
}
