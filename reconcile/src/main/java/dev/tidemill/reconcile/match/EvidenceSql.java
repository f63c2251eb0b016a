package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Pattern;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.SqlEngine;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** The queries whose rows are the evidence. */
record EvidenceSql(SqlEngine engine, String recipeHash, List<RulePlan> plans, Instant matchedAt) {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  String matched() {
    boolean groups = plans.stream().anyMatch(p -> p.rule().pattern() != Pattern.ONE_TO_ONE);
    String first =
        groups
            ? " JOIN l AS fl ON fl.rid = m.left_first JOIN r AS fr ON fr.rid = m.right_first"
            : "";
    String left = groups ? "fl" : "l";
    String right = groups ? "fr" : "r";
    return """
        SELECT %1$s AS match_id, l.record_key AS left_key, r.record_key AS right_key,
          %2$s AS rule_name, m.confidence, CAST('%3$s' AS TIMESTAMP) AS matched_at, m.deltas,
          m.tie_break, m.left_size AS group_left, m.right_size AS group_right, m.l AS left_row,
          m.r AS right_row
        FROM matches AS m JOIN l ON l.rid = m.l JOIN r ON r.rid = m.r%4$s
        LEFT JOIN again_l AS al ON al.rid = %5$s.rid LEFT JOIN again_r AS ar ON ar.rid = %6$s.rid
        ORDER BY m.rule_no, m.l, m.r
        """
        .formatted(
            matchId(left, right),
            perRule(plan -> plan.rule().name()),
            MICROS.format(matchedAt),
            first,
            left,
            right);
  }

  static String unmatched(Side side) {
    return "SELECT record_key, attempted_rules, closest_candidate, rejection_reason, rejection_detail, closest_rule, record_row, closest_row FROM unmatched_%s ORDER BY record_row"
        .formatted(WorkTable.table(side));
  }

  /**
   * A hash of the recipe, the rule and the keys of the first record on either side; a key that
   * occurs again carries its number. Lengths stand before the keys, so that no two can be confused.
   */
  private String matchId(String left, String right) {
    String text =
        "%s || %s || %s"
            .formatted(
                perRule(plan -> recipeHash + "\n" + plan.rule().name() + "\n"),
                key(left, "al"),
                key(right, "ar"));
    return "substr(" + sha256(text) + ", 1, 32)";
  }

  private static String key(String side, String again) {
    return "CAST(length(%1$s.record_key) AS VARCHAR) || ':' || %1$s.record_key || '#' || CAST(coalesce(%2$s.n, 1) AS VARCHAR)"
        .formatted(side, again);
  }

  private String sha256(String text) {
    return engine.name().equals("duckdb")
        ? "sha256(" + text + ")"
        : "lower(to_hex(sha256(to_utf8(" + text + "))))";
  }

  private interface Text {
    String of(RulePlan plan);
  }

  private String perRule(Text text) {
    var cases = new StringBuilder("CASE m.rule_no");
    for (RulePlan plan : plans) {
      cases.append(
          " WHEN %d THEN %s".formatted(plan.number(), engine.dialect().literal(text.of(plan))));
    }
    return cases + " END";
  }
}
