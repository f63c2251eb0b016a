package dev.tidemill.reconcile.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.reconcile.recipe.RecipeReader;
import dev.tidemill.sql.SqlColumn;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pairs are bounded before a rule runs, however the bound was found. A hundred are allowed here.
 */
@Tag("R4")
class BlockingTest {
  private static final List<SqlColumn> COLUMNS = List.of(Workbench.text("k"), Workbench.money("v"));
  private static final MatchLimits HUNDRED = new MatchLimits(10, 100, 1_000_000, 1000);
  private static final String K = "{\"left\": \"k\", \"right\": \"k\", \"op\": \"eq\"}";
  private static final String V = "{\"left\": \"v\", \"right\": \"v\", \"op\": \"eq\"}";
  private static final String K_OR_BOTH_NULL = K.replace("}", ", \"null_equals_null\": true}");

  private final Workbench bench;

  BlockingTest(@TempDir Path folder) {
    bench = new Workbench(folder);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private static String rule(String name, String... conditions) {
    return "{\"name\": \"%s\", \"pattern\": \"1:1\", \"conditions\": [%s]}"
        .formatted(name, String.join(", ", conditions));
  }

  /** Thirty records with that key, with the numbers from {@code first} on. */
  private static List<List<@Nullable Object>> thirty(@Nullable String key, int first) {
    var rows = new ArrayList<List<@Nullable Object>>();
    for (int i = 0; i < 30; i++) {
      rows.add(Arrays.asList(key, BigDecimal.valueOf(first + i)));
    }
    return rows;
  }

  private long matched(
      List<List<@Nullable Object>> left, List<List<@Nullable Object>> right, String... rules) {
    var recipe =
        RecipeReader.read(
            """
            {"version": "1.1", "recipe_id": "test",
             "sources": {"left": {"alias": "l", "uri": "l"}, "right": {"alias": "r", "uri": "r"}},
             "match_rules": [%s]}
            """
                .formatted(String.join(",", rules)));
    return bench
        .run(recipe, bench.input(COLUMNS, left), bench.input(COLUMNS, right), HUNDRED)
        .matched();
  }

  private static void assertRefused(String rule, Runnable run) {
    var failure = catchThrowableOfType(TidemillException.class, run::run);
    assertThat(failure).isNotNull();
    assertThat(failure.code()).isEqualTo(RecipeError.RULE_TOO_BROAD);
    assertThat(failure.problem().message()).contains("rule " + rule, "900");
  }

  @Test
  void a_key_that_too_many_share_is_refused() {
    assertRefused("k", () -> matched(thirty("x", 0), thirty("x", 0), rule("k", K)));
  }

  @Test
  void what_is_known_of_more_columns_says_nothing_of_fewer() {
    assertRefused(
        "fewer",
        () -> matched(thirty("x", 0), thirty("x", 50), rule("both", K, V), rule("fewer", K)));
  }

  @Test
  void another_column_separates_what_shares_a_key() {
    assertThat(matched(thirty("x", 0), thirty("x", 0), rule("both", K, V), rule("fewer", K)))
        .isEqualTo(30);
  }

  @Test
  void records_without_a_key_meet_nobody_unless_told_to() {
    assertThat(matched(thirty(null, 0), thirty(null, 0), rule("k", K))).isZero();
    assertRefused(
        "nulls",
        () ->
            matched(thirty(null, 0), thirty(null, 0), rule("k", K), rule("nulls", K_OR_BOTH_NULL)));
  }
}
