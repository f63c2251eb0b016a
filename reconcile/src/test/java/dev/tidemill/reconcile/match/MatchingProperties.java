package dev.tidemill.reconcile.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.reconcile.recipe.RecipeReader;
import dev.tidemill.reconcile.recipe.SourceSpec;
import dev.tidemill.sql.SqlColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Evidence compared row for row with the reference matcher, over generated tables and recipes. A
 * failure prints its seed; {@code -Dmatching.seed=N} runs that one, {@code -Dmatching.cases=N}
 * more.
 */
@Tag("R3")
class MatchingProperties {
  private static final int CASES = Integer.getInteger("matching.cases", 250);
  private static final @Nullable Long SEED = Long.getLong("matching.seed");

  private final Path folder;

  MatchingProperties(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void evidence_is_what_the_reference_matcher_says() {
    run(1, CASES);
  }

  @Test
  @Tag("deep")
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void evidence_is_what_the_reference_matcher_says_in_thousands_of_cases() {
    run(1_000_000, 5000);
  }

  private void run(long first, int cases) {
    try (var bench = new Workbench(folder)) {
      if (SEED != null) {
        check(bench, SEED);
        return;
      }
      for (long seed = first; seed < first + cases; seed++) {
        check(bench, seed);
      }
    }
  }

  private static void check(Workbench bench, long seed) {
    var generated = new GeneratedCase(seed);
    List<List<@Nullable Object>> left = generated.rows(GeneratedCase.LEFT);
    List<List<@Nullable Object>> right = generated.rows(GeneratedCase.RIGHT);
    String json = generated.recipe();
    String about =
        "seed %d\n%s\nleft %s\nright %s"
            .formatted(seed, json, GeneratedCase.shown(left), GeneratedCase.shown(right));
    Recipe recipe = RecipeReader.read(json);
    // Every other case is squeezed: counting, buckets and paging then happen on small tables too.
    MatchLimits limits =
        seed % 2 == 0 ? MatchLimits.DEFAULT : new MatchLimits(4, 1_000_000, 1_000_000, 3);
    try {
      bench.run(
          recipe,
          bench.input(GeneratedCase.LEFT, left),
          bench.input(GeneratedCase.RIGHT, right),
          limits);
    } catch (TidemillException e) {
      assertThat(e.code()).as(about + e.problem()).isEqualTo(RecipeError.RULE_TOO_BROAD);
      assertThat(limits).as(about).isNotEqualTo(MatchLimits.DEFAULT);
      return;
    }
    var expected =
        new ReferenceMatcher(
                recipe,
                rows(recipe.left(), GeneratedCase.LEFT, left),
                rows(recipe.right(), GeneratedCase.RIGHT, right))
            .run();
    assertThat(matches(bench)).as(about).isEqualTo(expected.matches());
    assertThat(leftovers(bench, "left")).as(about).isEqualTo(expected.left());
    assertThat(leftovers(bench, "right")).as(about).isEqualTo(expected.right());
    assertThat(bench.matched().stream().map(m -> m.get("match_id")).distinct().count())
        .as(about)
        .isEqualTo(groups(bench));
  }

  private static long groups(Workbench bench) {
    double groups = 0;
    for (Map<String, @Nullable Object> row : bench.matched()) {
      groups += 1.0 / Math.max(number(row, "group_left"), number(row, "group_right"));
    }
    return Math.round(groups);
  }

  private static List<ReferenceMatcher.Match> matches(Workbench bench) {
    var matches = new ArrayList<ReferenceMatcher.Match>();
    for (Map<String, @Nullable Object> row : bench.matched()) {
      matches.add(
          new ReferenceMatcher.Match(
              String.valueOf(row.get("rule_name")),
              number(row, "left_row"),
              number(row, "right_row"),
              (Double) value(row, "confidence"),
              String.valueOf(row.get("deltas")),
              (String) row.get("tie_break"),
              number(row, "group_left"),
              number(row, "group_right")));
    }
    return matches;
  }

  private static List<ReferenceMatcher.Leftover> leftovers(Workbench bench, String side) {
    var leftovers = new ArrayList<ReferenceMatcher.Leftover>();
    for (Map<String, @Nullable Object> row : bench.unmatched(side)) {
      leftovers.add(
          new ReferenceMatcher.Leftover(
              number(row, "record_row"),
              String.valueOf(row.get("rejection_reason")),
              row.get("closest_row") == null ? null : number(row, "closest_row"),
              (String) row.get("closest_rule")));
    }
    return leftovers;
  }

  private static Object value(Map<String, @Nullable Object> row, String column) {
    Object value = row.get(column);
    if (value == null) {
      throw new AssertionError(column + " is NULL in " + row);
    }
    return value;
  }

  private static int number(Map<String, @Nullable Object> row, String column) {
    return ((Number) value(row, column)).intValue();
  }

  private static List<Row> rows(
      SourceSpec source, List<SqlColumn> columns, List<List<@Nullable Object>> values) {
    var rows = new ArrayList<Row>();
    for (List<@Nullable Object> row : values) {
      var byName = new HashMap<String, @Nullable Object>();
      for (int i = 0; i < columns.size(); i++) {
        byName.put(columns.get(i).name(), row.get(i));
      }
      int number = rows.size() + 1;
      rows.add(new Row(number, key(source.primaryKey(), byName, number), byName));
    }
    return rows;
  }

  private static String key(
      List<String> primaryKey, Map<String, @Nullable Object> row, int number) {
    if (primaryKey.size() <= 1) {
      Object value = primaryKey.isEmpty() ? null : row.get(primaryKey.getFirst());
      return value == null ? "row-" + number : value.toString();
    }
    return "["
        + String.join(",", primaryKey.stream().map(column -> json(row.get(column))).toList())
        + "]";
  }

  private static String json(@Nullable Object value) {
    return value instanceof String text
        ? "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\""
        : String.valueOf(value);
  }
}
