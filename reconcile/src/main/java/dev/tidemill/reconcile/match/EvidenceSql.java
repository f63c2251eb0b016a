package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.BySide;
import dev.tidemill.reconcile.recipe.Pattern;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.Sha256;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.SqlEngine;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The queries whose rows are the evidence. */
record EvidenceSql(
    SqlEngine engine,
    Recipe recipe,
    List<RulePlan> plans,
    Instant matchedAt,
    BySide<Boolean> keysRepeat,
    BySide<WorkColumns> columns) {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  /**
   * Sorted while it is narrow: what takes room is put together afterwards, row by row, which leaves
   * the order as it is.
   */
  String matched() {
    var branches = new ArrayList<String>();
    branches.add(branch(plans.stream().filter(EvidenceSql::pairs).toList(), false));
    branches.add(branch(plans.stream().filter(p -> !pairs(p)).toList(), true));
    branches.removeIf(String::isEmpty);
    return """
        SELECT coalesce(group_id, %1$s) AS match_id, left_key, right_key, %2$s AS rule_name,
          confidence, CAST('%3$s' AS TIMESTAMP) AS matched_at, deltas, tie_break, group_left,
          group_right, left_row, right_row
        FROM (
          SELECT *, %4$s AS left_key, %5$s AS right_key
          FROM (%6$s ORDER BY rule_no, left_row, right_row) AS sorted) AS m
        """
        .formatted(
            matchId("left_key", "left_again", "right_key", "right_again"),
            perRule(plan -> plan.rule().name()),
            MICROS.format(matchedAt),
            key(Side.LEFT, "left_", "left_row"),
            key(Side.RIGHT, "right_", "right_row"),
            String.join(" UNION ALL ", branches));
  }

  private String key(Side side, String prefix, String row) {
    return RecordKey.expression(recipe.source(side).primaryKey(), columns.get(side), prefix, row);
  }

  private static boolean pairs(RulePlan plan) {
    return plan.rule().pattern() == Pattern.ONE_TO_ONE;
  }

  /** Of groups the first records name the match; a pair's are its own. */
  private String branch(List<RulePlan> rules, boolean groups) {
    if (rules.isEmpty()) {
      return "";
    }
    String id = "CAST(NULL AS VARCHAR)";
    String joins = again(Side.LEFT, "l") + again(Side.RIGHT, "r");
    if (groups) {
      id = matchId("fl.record_key", count(Side.LEFT), "fr.record_key", count(Side.RIGHT));
      joins =
          " JOIN l AS fl ON fl.rid = m.left_first JOIN r AS fr ON fr.rid = m.right_first"
              + again(Side.LEFT, "fl")
              + again(Side.RIGHT, "fr");
    }
    return """
        SELECT %1$s AS group_id%2$s%3$s, %4$s AS left_again, %5$s AS right_again, m.rule_no,
          m.confidence, m.deltas, m.tie_break, m.left_size AS group_left,
          m.right_size AS group_right, m.l AS left_row, m.r AS right_row
        FROM matches AS m JOIN l ON l.rid = m.l JOIN r ON r.rid = m.r%6$s
        WHERE m.rule_no IN (%7$s)
        """
        .formatted(
            id,
            keyColumns(Side.LEFT),
            keyColumns(Side.RIGHT),
            count(Side.LEFT),
            count(Side.RIGHT),
            joins,
            String.join(", ", rules.stream().map(p -> String.valueOf(p.number())).toList()));
  }

  private String keyColumns(Side side) {
    return recipe.source(side).primaryKey().stream()
        .map(columns.get(side)::input)
        .distinct()
        .map(name -> ", %s.%s AS %s_%s".formatted(WorkTable.table(side), name, side.word(), name))
        .collect(Collectors.joining());
  }

  static String unmatched(Side side) {
    return "SELECT record_key, attempted_rules, closest_candidate, rejection_reason, rejection_detail, closest_rule, record_row, closest_row FROM unmatched_%s ORDER BY record_row"
        .formatted(WorkTable.table(side));
  }

  /**
   * A hash of the recipe, the rule and the keys of the first record on either side; a key that
   * occurs again carries its number. What has no fixed length stands behind its length or last, so
   * that no two can be confused.
   */
  private String matchId(String left, String leftAgain, String right, String rightAgain) {
    String numbers =
        keysRepeat.left() || keysRepeat.right()
            ? "%s, %s, '#', %s, '#'".formatted(perRule(this::prefix), leftAgain, rightAgain)
            : perRule(plan -> prefix(plan) + "1#1#");
    return md5(
        "concat(%1$s, CAST(length(%2$s) AS VARCHAR), ':', %2$s, %3$s)"
            .formatted(numbers, left, right));
  }

  /** Which one it is of those that share its key. */
  private String count(Side side) {
    return keysRepeat.get(side)
        ? "CAST(coalesce(a%s.n, 1) AS VARCHAR)".formatted(WorkTable.table(side))
        : "'1'";
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
    return Sha256.hex(recipe.hash() + "\n" + plan.rule().name()).substring(0, 24);
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
