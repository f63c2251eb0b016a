package dev.tidemill.reconcile.match;

import static dev.tidemill.reconcile.match.Workbench.date;
import static dev.tidemill.reconcile.match.Workbench.money;
import static dev.tidemill.reconcile.match.Workbench.text;
import static dev.tidemill.reconcile.match.Workbench.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.reconcile.evidence.Summary;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.reconcile.recipe.RecipeReader;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlType;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("R3")
@Tag("R9")
class ReconciliationTest {
  private static final List<SqlColumn> COLUMNS = List.of(text("k"), money("v"), date("d"));

  private final Workbench bench;

  ReconciliationTest(@TempDir Path folder) {
    bench = new Workbench(folder);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private static Recipe recipe(String source, String... rules) {
    return RecipeReader.read(
        """
        {"version": "1.1", "recipe_id": "test",
         "sources": {"left": {"alias": "left", "uri": "l.parquet"%1$s},
                     "right": {"alias": "right", "uri": "r.parquet"%1$s}},
         "match_rules": [%2$s]}
        """
            .formatted(source, String.join(",", rules)));
  }

  private static String rule(String name, String pattern, String... conditions) {
    return "{\"name\": \"%s\", \"pattern\": \"%s\", \"conditions\": [%s]}"
        .formatted(name, pattern, String.join(",", conditions));
  }

  private static String on(String column, String op, String more) {
    return "{\"left\": \"%1$s\", \"right\": \"%1$s\", \"op\": \"%2$s\"%3$s}"
        .formatted(column, op, more);
  }

  private static final String EQ = on("k", "eq", "");

  private static List<@Nullable Object> row(@Nullable String key, String value) {
    return Arrays.asList(key, new BigDecimal(value), LocalDate.of(2026, 3, 2));
  }

  private Request.Input input(List<List<@Nullable Object>> rows) {
    return bench.input(COLUMNS, rows);
  }

  @Test
  void the_nearest_pair_wins_along_a_chain_of_candidates() {
    var summary =
        bench.run(
            recipe("", rule("near", "1:1", on("v", "tolerance", ", \"threshold\": 0.02"))),
            input(List.of(row("a", "1.00"), row("b", "1.03"), row("c", "1.06"))),
            input(List.of(row("x", "1.02"), row("y", "1.04"), row("z", "1.05"))));

    assertThat(summary.matched()).isEqualTo(2);
    assertThat(bench.matched())
        .extracting(m -> m.get("left_row"), m -> m.get("right_row"), m -> m.get("tie_break"))
        .containsExactly(tuple(2L, 1L, "key"), tuple(3L, 3L, "delta"));
  }

  @Test
  void all_three_files_and_the_description_are_there_even_when_there_is_nothing() {
    Summary summary =
        bench.run(recipe("", rule("exact", "1:1", EQ)), input(List.of()), input(List.of()));

    assertThat(summary.matchRate()).isZero();
    assertThat(bench.matched()).isEmpty();
    assertThat(bench.unmatched("left")).isEmpty();
    assertThat(bench.unmatched("right")).isEmpty();
    assertThat(bench.evidence().resolve("metadata.json")).content().contains("\"completed\"");
  }

  @Test
  void the_summary_has_the_fields_of_the_command_line() {
    Summary summary =
        bench.run(
            recipe(
                "",
                rule("exact", "1:1", EQ, on("v", "eq", "")),
                rule("parts", "1:N", EQ, on("v", "sum", ""))),
            input(List.of(row("a", "1"), row("b", "3"), row("c", "5"))),
            input(List.of(row("a", "1"), row("b", "1"), row("b", "2"), row("z", "9"))));

    assertThat(summary.json())
        .containsEntry("left_rows", 3L)
        .containsEntry("right_rows", 4L)
        .containsEntry("matched", 2L)
        .containsEntry("matched_left", 2L)
        .containsEntry("matched_right", 3L)
        .containsEntry("unmatched_left", 1L)
        .containsEntry("unmatched_right", 1L)
        .containsEntry("match_rate", 2 / 3.0);
    assertThat(summary.rules().get(1).json())
        .isEqualTo(Map.of("name", "parts", "matched", 1L, "matched_left", 1L, "matched_right", 2L));
    assertThat(summary.leftReasons())
        .containsExactly(new Summary.ReasonCount("no_candidate_for_key", 1));
    assertThat(bench.matched().get(1).get("match_id"))
        .isEqualTo(bench.matched().get(2).get("match_id"));
  }

  @Test
  void the_columns_of_the_evidence_are_the_published_ones() {
    bench.run(
        recipe("", rule("near", "1:1", EQ, on("v", "tolerance", ", \"threshold\": 0.10"))),
        input(List.of(row("a", "1.00"), row("b", "2.00"))),
        input(List.of(row("a", "1.05"), row("b", "2.11"))));

    assertThat(bench.matched().getFirst())
        .containsEntry("left_key", "row-1")
        .containsEntry("rule_name", "near")
        .containsEntry("confidence", 0.5)
        .containsEntry("deltas", "{\"v\":0.05}")
        .containsEntry("matched_at", LocalDateTime.of(2026, 1, 1, 0, 0));
    assertThat(String.valueOf(bench.matched().getFirst().get("match_id"))).matches("[0-9a-f]{32}");
    assertThat(bench.unmatched("left").getFirst())
        .containsEntry("record_key", "row-2")
        .containsEntry("attempted_rules", "[\"near\"]")
        .containsEntry("closest_candidate", "row-2")
        .containsEntry("closest_rule", "near")
        .containsEntry("rejection_reason", "amount_outside_tolerance")
        .containsEntry("rejection_detail", "v differs by 0.11");
  }

  @Test
  void records_that_share_a_key_stay_apart() {
    String key = ", \"primary_key\": [\"k\"]";
    var left = List.of(row("a", "1"), row("a", "1"), row(null, "1"));
    bench.run(recipe(key, rule("exact", "1:1", on("v", "eq", ""))), input(left), input(left));

    assertThat(bench.matched())
        .extracting(m -> m.get("left_key"))
        .containsExactly("a", "a", "row-3");
    assertThat(bench.matched()).extracting(m -> m.get("match_id")).doesNotHaveDuplicates();
  }

  @Test
  void a_record_is_explained_once_however_many_rows_its_candidate_was_matched_in() {
    bench.run(
        recipe("", rule("parts", "1:N", EQ, on("v", "sum", ""), on("v", "gte", ""))),
        input(List.of(row("a", "3"))),
        input(List.of(row("a", "1"), row("a", "2"), row("a", "9"))));

    assertThat(bench.matched()).hasSize(2);
    assertThat(bench.unmatched("right"))
        .extracting(m -> m.get("record_row"), m -> m.get("closest_row"))
        .containsExactly(tuple(3L, 1L));
  }

  @Test
  void duplicates_are_kept_set_aside_or_refused_as_the_source_says() {
    var rows = List.of(row("a", "1"), row("a", "2"));
    String key = ", \"primary_key\": [\"k\"], \"duplicates\": ";
    bench.run(recipe(key + "\"first\"", rule("exact", "1:1", EQ)), input(rows), input(rows));
    assertThat(bench.matched()).hasSize(1);
    assertThat(bench.unmatched("left").getFirst())
        .containsEntry("rejection_reason", "duplicate")
        .containsEntry("attempted_rules", "[]");

    var refused =
        failure(
            () ->
                bench.run(
                    recipe(key + "\"refuse\"", rule("exact", "1:1", EQ)),
                    input(rows),
                    input(rows)));
    assertThat(refused.code()).isEqualTo(RecipeError.DUPLICATE_RECORDS);
    assertThat(refused.problem().cause()).contains("a");
  }

  @Test
  void filters_say_what_takes_part() {
    bench.run(
        recipe(
            ", \"filters\": [{\"column\": \"k\", \"op\": \"in\", \"value\": [\"a\", \"100%\"]},"
                + " {\"column\": \"v\", \"op\": \"gte\", \"value\": 2},"
                + " {\"column\": \"d\", \"op\": \"between\", \"value\": [\"2026-03-02\", \"2026-03-02\"]}]",
            rule("exact", "1:1", EQ)),
        input(List.of(row("a", "1"), row("a", "2"), row("1000", "3"), row("100%", "4"))),
        input(List.of(row("100%", "5"))));

    assertThat(bench.matched()).extracting(m -> m.get("left_row")).containsExactly(2L);
    assertThat(bench.unmatched("left")).extracting(m -> m.get("record_row")).containsExactly(1L);
  }

  @Test
  @Tag("R4")
  void a_rule_without_a_key_is_refused_with_the_number_of_its_pairs() {
    var rows = IntStream.range(0, 4000).mapToObj(i -> row("k" + i, String.valueOf(i))).toList();
    var refused =
        failure(
            () ->
                bench.run(
                    recipe("", rule("broad", "1:1", on("k", "contains", ""))),
                    input(rows),
                    input(rows)));

    assertThat(refused.code()).isEqualTo(RecipeError.RULE_TOO_BROAD);
    assertThat(refused.problem().message()).contains("broad", "16,000,000");
    assertThat(bench.evidence().resolve("metadata.json")).doesNotExist();
  }

  @Test
  @Tag("R4")
  void a_tolerance_alone_becomes_buckets_instead_of_a_cross_join() {
    var rows = IntStream.range(0, 20_000).mapToObj(i -> row("k" + i, i + ".00")).toList();
    var summary =
        bench.run(
            recipe("", rule("near", "1:1", on("v", "tolerance", ", \"threshold\": 0.30"))),
            input(rows),
            input(rows));
    assertThat(summary.matched()).isEqualTo(20_000);
  }

  @Test
  void a_rule_that_fails_fails_the_run_and_leaves_no_description() throws IOException {
    var huge = List.of(new SqlColumn("n", SqlType.decimal(38, 0)));
    var left = bench.input(huge, List.of(List.of(new BigDecimal("9".repeat(38)))));
    var right = bench.input(huge, List.of(List.of(new BigDecimal("-" + "9".repeat(38)))));
    Files.createDirectories(bench.evidence());
    Files.writeString(bench.evidence().resolve("metadata.json"), "of a run before");

    var failed =
        failure(
            () ->
                bench.run(
                    recipe("", rule("overflow", "1:1", on("n", "tolerance", ", \"threshold\": 1"))),
                    left,
                    right));

    assertThat(failed.code()).isEqualTo(SqlError.SQL_FAILED);
    assertThat(bench.evidence().resolve("matched.parquet")).doesNotExist();
  }

  @Test
  void wide_decimals_are_compared_without_rounding() {
    var two = List.of(new SqlColumn("n", SqlType.decimal(38, 2)));
    var three = List.of(new SqlColumn("n", SqlType.decimal(38, 3)));
    bench.run(
        recipe("", rule("exact", "1:1", on("n", "eq", ""))),
        bench.input(two, List.of(List.of(new BigDecimal("0.04")))),
        bench.input(three, List.of(List.of(new BigDecimal("0.035")))));
    assertThat(bench.matched()).isEmpty();
  }

  @Test
  void the_same_data_give_the_same_evidence() {
    var rows =
        IntStream.range(0, 500).mapToObj(i -> row("k" + i % 50, String.valueOf(i % 7))).toList();
    Recipe recipe = recipe("", rule("near", "1:1", EQ, on("v", "tolerance", ", \"threshold\": 2")));
    bench.run(recipe, input(rows), input(rows));
    var matched = bench.matched();
    var left = bench.unmatched("left");
    bench.run(recipe, input(rows), input(rows));
    assertThat(bench.matched()).isEqualTo(matched);
    assertThat(bench.unmatched("left")).isEqualTo(left);
  }

  @Test
  void records_are_numbered_in_file_order_however_many_threads_read() {
    var input = bench.inSmallPieces(List.of(whole("id")), "SELECT range AS id FROM range(100000)");
    bench.run(
        recipe(", \"primary_key\": [\"id\"]", rule("exact", "1:1", on("id", "eq", ""))),
        input,
        input);
    assertThat(bench.matched())
        .hasSize(100_000)
        .allMatch(m -> String.valueOf(m.get("left_row")).equals(next(m.get("left_key"))));
  }

  private static String next(@Nullable Object number) {
    return String.valueOf(Long.parseLong(String.valueOf(number)) + 1);
  }

  @Test
  void progress_grows_to_one_and_says_what_is_done() {
    var done = new ArrayList<Double>();
    var words = new ArrayList<String>();
    Reconciliation.run(
        request(recipe("", rule("exact", "1:1", EQ)), input(List.of(row("a", "1")))),
        (fraction, doing) -> {
          done.add(fraction);
          words.add(doing);
        });
    assertThat(done).isSorted().startsWith(0.0).endsWith(1.0);
    assertThat(words).contains("rule 1 of 1: exact");
  }

  @Test
  void an_interruption_cancels_the_run() throws InterruptedException {
    var rows = IntStream.range(0, 3000).mapToObj(i -> row("k", "1")).toList();
    var request = request(recipe("", rule("slow", "1:1", EQ)), input(rows));
    var failure = new AtomicReference<@Nullable ErrorCode>();
    var matching = new CountDownLatch(1);
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    Reconciliation.run(
                        request,
                        (done, doing) -> {
                          if (doing.startsWith("rule")) {
                            matching.countDown();
                          }
                        });
                  } catch (TidemillException e) {
                    failure.set(Thread.currentThread().isInterrupted() ? e.code() : null);
                  }
                });
    matching.await();
    caller.interrupt();
    await().atMost(Duration.ofSeconds(60)).until(() -> !caller.isAlive());
    assertThat(failure.get()).isEqualTo(SqlError.SQL_CANCELLED);
    assertThat(bench.evidence().resolve("metadata.json")).doesNotExist();
  }

  private Request request(Recipe recipe, Request.Input both) {
    return new Request(
        recipe,
        both,
        both,
        Workbench.ENGINE,
        bench.limits(),
        MatchLimits.DEFAULT,
        bench.evidence(),
        new SimulatedTime(),
        Map.of());
  }

  private static TidemillException failure(ThrowingCallable call) {
    var failure = catchThrowableOfType(TidemillException.class, call);
    assertThat(failure).isNotNull();
    return failure;
  }

  @Test
  @Tag("R4")
  void hostile_names_and_values_are_only_names_and_values() {
    String evil = "x\"; DROP TABLE matches; --";
    String quoted = evil.replace("\"", "\\\"");
    var columns = List.of(text(evil), whole("rid"), text("record_key"));
    var rows =
        List.of(
            List.<@Nullable Object>of("') OR 1=1 --", 1L, "%"),
            List.<@Nullable Object>of("b", 2L, "_"));
    Recipe recipe =
        RecipeReader.read(
            """
            {"version": "1.1", "recipe_id": "'; --",
             "sources": {"left": {"alias": "a'; DROP TABLE l; --", "uri": "x", "primary_key": ["%1$s", "rid"],
                           "filters": [{"column": "%1$s", "op": "neq", "value": "' OR ''='"}]},
                         "right": {"alias": "b\\"", "uri": "y"}},
             "match_rules": [{"name": "r'); DROP TABLE r; --", "pattern": "1:1", "conditions": [
               {"left": "%1$s", "right": "%1$s", "op": "eq"},
               {"left": "record_key", "right": "record_key", "op": "contains"},
               {"left": {"column": "%1$s", "apply": [{"regex": "('|x)"}]}, "right": "%1$s", "op": "startswith"}]}]}
            """
                .formatted(quoted));

    bench.run(recipe, bench.input(columns, rows), bench.input(columns, rows));

    assertThat(bench.matched()).isEmpty();
    assertThat(bench.unmatched("left"))
        .extracting(m -> m.get("closest_rule"), m -> m.get("rejection_reason"))
        .containsExactly(
            tuple("r'); DROP TABLE r; --", "text_differs"),
            tuple("r'); DROP TABLE r; --", "null_value"));
  }
}
