package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Condition;
import dev.tidemill.reconcile.recipe.DuplicatePolicy;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.Rule;
import dev.tidemill.reconcile.recipe.Side;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** docs/recipe.md, sentence by sentence, over lists; slow and meant to be obviously right. */
final class ReferenceMatcher {
  private final Recipe recipe;
  private final List<Row> lefts;
  private final List<Row> rights;
  private final Set<Row> duplicates = new HashSet<>();
  private final Map<Row, Rule> consumedBy = new HashMap<>();
  private final List<Match> matches = new ArrayList<>();

  /** One row of matched.parquet. */
  record Match(
      String rule,
      int left,
      int right,
      double confidence,
      String deltas,
      @Nullable String tieBreak,
      int groupLeft,
      int groupRight) {}

  /** One row of an unmatched file. */
  record Leftover(int row, String reason, @Nullable Integer closest, @Nullable String rule) {}

  record Outcome(List<Match> matches, List<Leftover> left, List<Leftover> right) {}

  private record Pair(Row left, Row right, List<Judgement> scored) {
    double score() {
      double sum = 0;
      for (Judgement judgement : scored) {
        sum += share(judgement);
      }
      return sum;
    }

    Row of(Side side) {
      return side == Side.LEFT ? left : right;
    }
  }

  ReferenceMatcher(Recipe recipe, List<Row> lefts, List<Row> rights) {
    this.recipe = recipe;
    this.lefts = lefts;
    this.rights = rights;
  }

  Outcome run() {
    duplicates(lefts, recipe.left().duplicates());
    duplicates(rights, recipe.right().duplicates());
    for (Rule rule : recipe.inOrder()) {
      int before = matches.size();
      switch (rule.pattern()) {
        case ONE_TO_ONE -> oneToOne(rule);
        case ONE_TO_MANY -> oneToMany(rule, Side.LEFT);
        case MANY_TO_ONE -> oneToMany(rule, Side.RIGHT);
        case MANY_TO_MANY -> manyToMany(rule);
      }
      List<Match> made = new ArrayList<>(matches.subList(before, matches.size()));
      made.sort(Comparator.comparingInt(Match::left).thenComparingInt(Match::right));
      for (int i = 0; i < made.size(); i++) {
        matches.set(before + i, made.get(i));
      }
    }
    return new Outcome(matches, leftovers(Side.LEFT), leftovers(Side.RIGHT));
  }

  private void duplicates(List<Row> rows, DuplicatePolicy policy) {
    var seen = new HashSet<String>();
    for (Row row : rows) {
      if (!seen.add(row.key()) && policy == DuplicatePolicy.FIRST) {
        duplicates.add(row);
      }
    }
  }

  private List<Row> free(List<Row> rows) {
    return rows.stream()
        .filter(row -> !duplicates.contains(row) && !consumedBy.containsKey(row))
        .toList();
  }

  private List<Pair> candidates(Rule rule) {
    var pairs = new ArrayList<Pair>();
    for (Row left : free(lefts)) {
      for (Row right : free(rights)) {
        List<Judgement> all =
            rule.pairConditions().stream().map(c -> Judgement.of(c, left, right)).toList();
        if (all.stream().allMatch(Judgement::holds)) {
          pairs.add(new Pair(left, right, all.stream().filter(Judgement::scored).toList()));
        }
      }
    }
    return pairs;
  }

  private void oneToOne(Rule rule) {
    List<Pair> pairs = new ArrayList<>(candidates(rule));
    pairs.sort(
        Comparator.comparingDouble(Pair::score)
            .thenComparing(pair -> pair.left().key(), Judgement.BY_CODE_POINT)
            .thenComparing(pair -> pair.left().number())
            .thenComparing(pair -> pair.right().key(), Judgement.BY_CODE_POINT)
            .thenComparing(pair -> pair.right().number()));
    for (Pair pair : pairs) {
      if (!consumedBy.containsKey(pair.left()) && !consumedBy.containsKey(pair.right())) {
        List<Pair> rivals =
            pairs.stream()
                .filter(p -> !p.equals(pair))
                .filter(p -> p.left().equals(pair.left()) || p.right().equals(pair.right()))
                .toList();
        match(rule, pair, tieBreak(pair, rivals), List.of(), 1, 1);
      }
    }
  }

  private static @Nullable String tieBreak(Pair pair, List<Pair> rivals) {
    if (rivals.isEmpty()) {
      return null;
    }
    return rivals.stream().anyMatch(rival -> rival.score() == pair.score()) ? "key" : "delta";
  }

  private void oneToMany(Rule rule, Side anchor) {
    Side member = anchor.other();
    var byMember = new LinkedHashMap<Row, List<Pair>>();
    candidates(rule)
        .forEach(p -> byMember.computeIfAbsent(p.of(member), m -> new ArrayList<>()).add(p));
    var groups = new LinkedHashMap<Row, List<Pair>>();
    var ties = new HashMap<Pair, @Nullable String>();
    for (List<Pair> fits : byMember.values()) {
      Pair best =
          fits.stream()
              .min(
                  Comparator.comparingDouble(Pair::score)
                      .thenComparing(p -> p.of(anchor).key(), Judgement.BY_CODE_POINT)
                      .thenComparing(p -> p.of(anchor).number()))
              .orElseThrow();
      ties.put(best, tieBreak(best, fits.stream().filter(p -> !p.equals(best)).toList()));
      groups.computeIfAbsent(best.of(anchor), a -> new ArrayList<>()).add(best);
    }
    for (List<Pair> group : groups.values()) {
      List<Row> left = group.stream().map(Pair::left).distinct().toList();
      List<Row> right = group.stream().map(Pair::right).distinct().toList();
      List<Judgement> sums = sums(rule, left, right);
      if (sums.stream().allMatch(Judgement::holds)) {
        for (Pair pair : group) {
          match(rule, pair, ties.get(pair), sums, left.size(), right.size());
        }
      }
    }
  }

  private void manyToMany(Rule rule) {
    var done = new HashSet<Row>();
    List<Pair> pairs = candidates(rule);
    for (Row first : free(lefts)) {
      List<Row> right =
          pairs.stream().filter(p -> p.left().equals(first)).map(Pair::right).toList();
      if (right.isEmpty() || done.contains(first)) {
        continue;
      }
      List<Row> left =
          pairs.stream().filter(p -> p.right().equals(right.getFirst())).map(Pair::left).toList();
      done.addAll(left);
      List<Judgement> sums = sums(rule, left, right);
      if (sums.stream().allMatch(Judgement::holds)) {
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
          Row l = left.get(Math.min(i, left.size() - 1));
          Row r = right.get(Math.min(i, right.size() - 1));
          match(rule, new Pair(l, r, List.of()), null, sums, left.size(), right.size());
        }
      }
    }
  }

  private static List<Judgement> sums(Rule rule, List<Row> left, List<Row> right) {
    return rule.sums().stream()
        .map(
            sum ->
                Judgement.amounts(
                    sum.allowed(),
                    total(left, row -> row.amount(sum.left())),
                    total(right, row -> row.amount(sum.right()))))
        .toList();
  }

  private static @Nullable BigDecimal total(
      List<Row> rows, Function<Row, @Nullable BigDecimal> amount) {
    BigDecimal total = BigDecimal.ZERO;
    for (Row row : rows) {
      BigDecimal one = amount.apply(row);
      if (one == null) {
        return null;
      }
      total = total.add(one);
    }
    return total;
  }

  private void match(
      Rule rule, Pair pair, @Nullable String tie, List<Judgement> sums, int left, int right) {
    List<Judgement> all = Stream.concat(pair.scored().stream(), sums.stream()).toList();
    double total = 0;
    for (Judgement judgement : all) {
      total += share(judgement);
    }
    double confidence = all.isEmpty() ? 1 : Math.round((1 - total / all.size()) * 1e6) / 1e6;
    matches.add(
        new Match(
            rule.name(),
            pair.left().number(),
            pair.right().number(),
            confidence,
            deltas(rule, all),
            tie,
            left,
            right));
    consumedBy.put(pair.left(), rule);
    consumedBy.put(pair.right(), rule);
  }

  private static String deltas(Rule rule, List<Judgement> all) {
    List<Condition> conditions =
        Stream.concat(
                rule.pairConditions().stream().filter(ReferenceMatcher::hasDistance),
                rule.sums().stream())
            .toList();
    var fields = new LinkedHashMap<String, String>();
    for (int i = 0; i < all.size(); i++) {
      String label = conditions.get(i).label();
      String name = label;
      for (int n = 2; fields.containsKey(name); n++) {
        name = label + "#" + n;
      }
      fields.put(name, String.valueOf(all.get(i).delta()));
    }
    var json = new StringBuilder("{");
    fields.forEach(
        (name, delta) ->
            json.append(json.length() > 1 ? "," : "")
                .append('"')
                .append(name)
                .append("\":")
                .append(delta));
    return json.append('}').toString();
  }

  private static boolean hasDistance(Condition condition) {
    return condition instanceof Condition.Tolerance
        || condition instanceof Condition.DateWindow
        || condition instanceof Condition.Similar;
  }

  private static double share(Judgement judgement) {
    Double share = judgement.share();
    return share == null ? 1e9 : share;
  }

  private record Near(Rule rule, int order, Row other, long fails, double distance, String code) {}

  private List<Leftover> leftovers(Side side) {
    var leftovers = new ArrayList<Leftover>();
    for (Row row : side == Side.LEFT ? lefts : rights) {
      if (duplicates.contains(row)) {
        leftovers.add(new Leftover(row.number(), "duplicate", null, null));
      } else if (!consumedBy.containsKey(row)) {
        leftovers.add(leftover(side, row));
      }
    }
    return leftovers;
  }

  private Leftover leftover(Side side, Row row) {
    var near = new ArrayList<Near>();
    List<Rule> rules = recipe.inOrder();
    for (int i = 0; i < rules.size(); i++) {
      List<Condition.OfPair> keys = keys(rules.get(i));
      if (keys.isEmpty()) {
        continue;
      }
      for (Row other : side == Side.LEFT ? rights : lefts) {
        Row l = side == Side.LEFT ? row : other;
        Row r = side == Side.LEFT ? other : row;
        if (!duplicates.contains(other)
            && keys.stream().allMatch(key -> Judgement.of(key, l, r).holds())) {
          near.add(near(rules.get(i), i, l, r, other));
        }
      }
    }
    return near.stream()
        .min(
            Comparator.comparingLong((Near n) -> n.fails() + (n.rule().sums().isEmpty() ? 0 : 1))
                .thenComparingInt(Near::order)
                .thenComparingDouble(Near::distance)
                .thenComparing(n -> n.other().key(), Judgement.BY_CODE_POINT)
                .thenComparing(n -> n.other().number()))
        .map(n -> new Leftover(row.number(), reason(n), n.other().number(), n.rule().name()))
        .orElseGet(() -> new Leftover(row.number(), withoutCandidate(side, row), null, null));
  }

  private static Near near(Rule rule, int order, Row l, Row r, Row other) {
    long fails = 0;
    double distance = 0;
    String code = "";
    for (Condition.OfPair condition : rule.pairConditions()) {
      if (condition instanceof Condition.Key) {
        continue;
      }
      Judgement judgement = Judgement.of(condition, l, r);
      if (judgement.scored()) {
        distance += share(judgement);
      }
      if (!judgement.holds()) {
        fails++;
        code = code.isEmpty() ? judgement.unknown() ? "null_value" : code(condition) : code;
      }
    }
    return new Near(rule, order, other, fails, distance, code);
  }

  private String reason(Near near) {
    if (near.fails() > 0) {
      return near.code();
    }
    Rule by = consumedBy.get(near.other());
    if (by == null) {
      return "group_sum_differs";
    }
    return by.equals(near.rule()) ? "lost_tie_break" : "candidate_already_matched";
  }

  private String withoutCandidate(Side side, Row row) {
    List<Rule> keyed = recipe.rules().stream().filter(rule -> !keys(rule).isEmpty()).toList();
    if (keyed.isEmpty()) {
      return "no_candidate";
    }
    boolean allNull =
        keyed.stream().allMatch(rule -> keys(rule).stream().anyMatch(k -> nullKey(k, side, row)));
    return allNull ? "null_key" : "no_candidate_for_key";
  }

  private static boolean nullKey(Condition.OfPair key, Side side, Row row) {
    return switch (key) {
      case Condition.Equal e -> !e.nullEqualsNull() && row.raw(e.operand(side)) == null;
      case Condition.NormalizedEqual n -> {
        String text = row.text(n.operand(side));
        yield text == null || NormalText.of(text, n.stripPunctuation()) == null;
      }
      default -> false;
    };
  }

  private static List<Condition.OfPair> keys(Rule rule) {
    return rule.pairConditions().stream().filter(Condition.Key.class::isInstance).toList();
  }

  private static String code(Condition.OfPair condition) {
    return switch (condition) {
      case Condition.Key k -> "key_differs";
      case Condition.Tolerance t -> "amount_outside_tolerance";
      case Condition.DateWindow d -> "date_outside_window";
      case Condition.Similar s -> "similarity_below_threshold";
      case Condition.Compare c -> "comparison_failed";
      case Condition.TextTest t -> "text_differs";
    };
  }
}
