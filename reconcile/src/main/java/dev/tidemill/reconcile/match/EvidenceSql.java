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
import java.util.List;
import java.util.stream.Collectors;

/**
 * The queries whose rows are the evidence.
 *
 * @param plans the rules that matched something
 * @param keysRepeat whether records of the side share a key
 */
record EvidenceSql(
    SqlEngine engine,
    Recipe recipe,
    List<RulePlan> plans,
    Instant matchedAt,
    BySide<Boolean> keysRepeat,
    BySide<RecordKey> keys) {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  private static final String NOTHING =
      """
      SELECT '' AS match_id, '' AS left_key, '' AS right_key, '' AS rule_name, 1e0 AS confidence,
        CAST('2000-01-01 00:00:00' AS TIMESTAMP) AS matched_at, '' AS deltas, '' AS tie_break,
        CAST(1 AS BIGINT) AS group_left, CAST(1 AS BIGINT) AS group_right,
        CAST(1 AS BIGINT) AS left_row, CAST(1 AS BIGINT) AS right_row
      WHERE FALSE
      """;

  /** One rule after the other, each in the order of its records. */
  String matched() {
    return plans.isEmpty()
        ? NOTHING
        : plans.stream().map(this::ofRule).collect(Collectors.joining(" UNION ALL "));
  }

  /**
   * Sorted while it is narrow: what takes room is put together afterwards, row by row, which leaves
   * the order as it is.
   */
  private String ofRule(RulePlan plan) {
    var evaluation = new Evaluation(plan, engine.dialect());
    boolean pairs = plan.rule().pattern() == Pattern.ONE_TO_ONE;
    return """
        SELECT %1$s AS match_id, left_key, right_key, %2$s AS rule_name, %3$s AS confidence,
          CAST('%4$s' AS TIMESTAMP) AS matched_at, %5$s AS deltas, tie_break,
          %6$s AS group_left, %7$s AS group_right, l AS left_row, r AS right_row
        FROM (
          SELECT *, %8$s AS left_key, %9$s AS right_key FROM (%10$s ORDER BY m.l, m.r) AS sorted) AS m
        """
        .formatted(
            pairs ? matchId(plan, "left_key", "right_key") : groupId(plan),
            engine.dialect().literal(plan.rule().name()),
            evaluation.confidence(),
            MICROS.format(matchedAt),
            evaluation.deltas(),
            pairs ? "CAST(1 AS BIGINT)" : "left_size",
            pairs ? "CAST(1 AS BIGINT)" : "right_size",
            keys.left().carriedText("l"),
            keys.right().carriedText("r"),
            pairs ? pairs(plan) : groups(plan));
  }

  private String pairs(RulePlan plan) {
    return "SELECT m.*%s FROM %s AS m%s"
        .formatted(
            again(Side.LEFT) + again(Side.RIGHT),
            plan.matches(),
            joinAgain(Side.LEFT, "m.l") + joinAgain(Side.RIGHT, "m.r"));
  }

  /** The first records name the group. */
  private String groups(RulePlan plan) {
    return "SELECT m.*%s FROM %s AS m JOIN l AS fl ON fl.rid = m.left_first JOIN r AS fr ON fr.rid = m.right_first%s"
        .formatted(
            keys.left().carry("fl", "first_left_")
                + keys.right().carry("fr", "first_right_")
                + again(Side.LEFT)
                + again(Side.RIGHT),
            plan.matches(),
            joinAgain(Side.LEFT, "m.left_first") + joinAgain(Side.RIGHT, "m.right_first"));
  }

  private String groupId(RulePlan plan) {
    return matchId(
        plan,
        keys.left().text("first_left_", "left_first"),
        keys.right().text("first_right_", "right_first"));
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
  private String matchId(RulePlan plan, String left, String right) {
    String numbers =
        keysRepeat.left() || keysRepeat.right()
            ? "'%s', %s, '#', %s, '#'".formatted(prefix(plan), count(Side.LEFT), count(Side.RIGHT))
            : "'%s1#1#'".formatted(prefix(plan));
    return md5(
        "concat(%1$s, CAST(length(%2$s) AS VARCHAR), ':', %2$s, %3$s)"
            .formatted(numbers, left, right));
  }

  /** Which one it is of those that share its key. */
  private String count(Side side) {
    return keysRepeat.get(side)
        ? "CAST(coalesce(%s_again, 1) AS VARCHAR)".formatted(side.word())
        : "'1'";
  }

  /** Joined only where there is something in it: engines plan badly around empty tables. */
  private String joinAgain(Side side, String row) {
    return keysRepeat.get(side)
        ? " LEFT JOIN again_%1$s AS a%1$s ON a%1$s.rid = %2$s".formatted(WorkTable.table(side), row)
        : "";
  }

  private String again(Side side) {
    return keysRepeat.get(side)
        ? ", a%s.n AS %s_again".formatted(WorkTable.table(side), side.word())
        : "";
  }

  /** A name and no seal: MD5 takes half the time of SHA-256, and there is one per match. */
  private String md5(String text) {
    return engine.name().equals("duckdb")
        ? "md5(" + text + ")"
        : "lower(to_hex(md5(to_utf8(" + text + "))))";
  }

  /** Short, because it is hashed anew for every match. */
  private String prefix(RulePlan plan) {
    return Sha256.hex(recipe.hash() + "\n" + plan.rule().name()).substring(0, 24);
  }
}
