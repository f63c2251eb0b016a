package dev.tidemill.reconcile.match;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.reconcile.recipe.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which pairs of a rule are compared at all: those that agree on its keys, and, where that leaves
 * too many, on a bucket of one of its tolerances. How many that are is counted before.
 */
final class Blocking {
  /** Keyed pairs are an engine's daily bread. */
  private static final int EASY = 10;

  private final Database database;
  private final MatchLimits limits;
  private final Frequencies frequencies;

  /**
   * @param plans all rules, in their order
   */
  Blocking(Database database, MatchLimits limits, List<RulePlan> plans) {
    this.database = database;
    this.limits = limits;
    frequencies = new Frequencies(database, plans);
  }

  /** Records that may be compared, as relations with {@code rid} and the work columns. */
  record Relations(String left, String right, long leftRows, long rightRows) {}

  /**
   * A FROM clause with the aliases {@code l} and {@code r}, and how many pairs it gives at most.
   */
  record Join(String sql, double pairs) {}

  /** The join of the next rule; refused when it would give too many pairs. */
  Join join(RulePlan plan, Relations relations) {
    Join join = best(plan, relations);
    boolean separated = !plan.keys().isEmpty() || !Bucket.of(plan).isEmpty();
    long most = separated && plan.similarities().isEmpty() ? limits.keyedPairs() : limits.pairs();
    if (join.pairs() > most) {
      throw tooBroad(plan, join, most);
    }
    return join;
  }

  /** Pairs that agree on the rule's keys; none when these are too many to look at. */
  Optional<Join> sameKey(RulePlan plan, Relations relations) {
    double all = (double) relations.leftRows() * relations.rightRows();
    double pairs =
        keyedPairs(
            plan,
            relations,
            all,
            limits.explainedPairs(),
            new Frequencies(database, List.of(plan)));
    return pairs <= limits.explainedPairs()
        ? Optional.of(plain(plan, relations, pairs))
        : Optional.empty();
  }

  private Join best(RulePlan plan, Relations relations) {
    double all = (double) relations.leftRows() * relations.rightRows();
    Join plain = plain(plan, relations, all);
    if (!plan.keys().isEmpty()) {
      boolean inJava = !plan.similarities().isEmpty();
      long enough = inJava ? limits.pairs() : EASY * limits.pairs();
      plain = plain(plan, relations, keyedPairs(plan, relations, all, enough, frequencies));
      if (plain.pairs() <= enough) {
        return plain;
      }
    }
    if (plain.pairs() <= limits.pairs()) {
      return plain;
    }
    Join best = plain;
    for (Bucket bucket : Bucket.of(plan)) {
      Join join = bucketed(plan, relations, bucket);
      if (join.pairs() < best.pairs()) {
        best = join;
      }
    }
    return best;
  }

  /**
   * How many pairs agree on the keys, or a bound of it that is low enough. The bound looks at one
   * side only: its most frequent key, if it met every record of the other side.
   */
  private double keyedPairs(
      RulePlan plan, Relations relations, double all, long enough, Frequencies frequencies) {
    if (all <= enough) {
      return all;
    }
    Side fewer = relations.leftRows() < relations.rightRows() ? Side.LEFT : Side.RIGHT;
    double others = Math.max(relations.leftRows(), relations.rightRows());
    String relation = fewer == Side.LEFT ? relations.left() : relations.right();
    long most = frequencies.most(plan, fewer, relation, (long) (enough / others));
    return most * others <= enough
        ? most * others
        : count(plan, relations.left(), relations.right(), "");
  }

  private static Join plain(RulePlan plan, Relations relations, double pairs) {
    String how =
        plan.keys().isEmpty()
            ? "%s AS l CROSS JOIN %s AS r"
            : "%s AS l JOIN %s AS r ON " + RulePlan.all(plan.keys()).replace("%", "%%");
    return new Join(how.formatted(relations.left(), relations.right()), pairs);
  }

  private Join bucketed(RulePlan plan, Relations relations, Bucket bucket) {
    String left =
        "(SELECT *, %s AS bucket FROM %s AS l)".formatted(bucket.left(), relations.left());
    String right =
        "(SELECT r.*, %s + v.d AS bucket FROM %s AS r CROSS JOIN (VALUES %s) AS v (d))"
            .formatted(bucket.right(), relations.right(), bucket.neighbours());
    var on = new ArrayList<String>();
    plan.keys().forEach(key -> on.add(key.holds()));
    on.add("l.bucket = r.bucket");
    return new Join(
        left + " AS l JOIN " + right + " AS r ON " + String.join(" AND ", on),
        count(plan, left, right, "bucket"));
  }

  /** How many pairs agree on the keys and the bucket. */
  private double count(RulePlan plan, String left, String right, String bucket) {
    var on = new ArrayList<String>();
    var ofLeft = new ArrayList<String>();
    var ofRight = new ArrayList<String>();
    for (ConditionSql key : plan.keys()) {
      on.add(key.holds());
      ofLeft.add(key.left());
      ofRight.add(key.right());
    }
    if (!bucket.isEmpty()) {
      on.add("l.bucket = r.bucket");
      ofLeft.add(bucket);
      ofRight.add(bucket);
    }
    String sql =
        "SELECT sum(CAST(l.n AS DOUBLE) * CAST(r.n AS DOUBLE)) FROM %s AS l JOIN %s AS r ON %s"
            .formatted(grouped(left, ofLeft), grouped(right, ofRight), String.join(" AND ", on));
    return database.number(sql);
  }

  private static String grouped(String relation, List<String> columns) {
    String names = String.join(", ", columns.stream().distinct().toList());
    return "(SELECT %1$s, count(*) AS n FROM %2$s AS x GROUP BY %1$s)".formatted(names, relation);
  }

  private static TidemillException tooBroad(RulePlan plan, Join join, long most) {
    return Problem.of(
            RecipeError.RULE_TOO_BROAD,
            "rule %s would compare about %,.0f pairs, at most %,d are allowed; nothing was written"
                .formatted(plan.rule().name(), join.pairs(), most))
        .cause(
            plan.keys().isEmpty()
                ? "no condition of the rule separates the records by a key"
                : "too many records share the rule's key")
        .next("add an eq condition on columns with many different values, or filter the sources")
        .exception();
  }
}
