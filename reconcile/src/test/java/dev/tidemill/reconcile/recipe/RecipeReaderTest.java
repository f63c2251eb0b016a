package dev.tidemill.reconcile.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.error.Problem;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R1")
@Tag("R2")
class RecipeReaderTest {

  @Test
  void a_recipe_of_version_1_0_is_read() {
    Recipe recipe =
        RecipeReader.read(
            """
            {"version": "1.0", "recipe_id": "invoice-payment-match",
             "sources": {
               "left": {"alias": "invoices", "uri": "file:invoices.csv", "primary_key": ["invoice_id"]},
               "right": {"alias": "payments", "uri": "postgres://db/x?table=payments"}},
             "match_rules": [
               {"name": "late", "pattern": "1:N", "conditions": [
                 {"left": "customer_id", "right": "payer_id", "op": "eq"},
                 {"left": "invoice_id", "right": "reference_number", "op": "startswith"}]},
               {"name": "second", "pattern": "1:1", "priority": 2, "conditions": [
                 {"left": "amount", "right": "paid_amount", "op": "tolerance", "threshold": 0.02}]},
               {"name": "first", "pattern": "M:1", "priority": 1, "conditions": [
                 {"left": "a", "right": "b", "op": "gte"}]}],
             "output": {"matched": "m.parquet", "unmatched_left": "l.parquet", "unmatched_right": "r.parquet"}}
            """);

    assertThat(recipe.inOrder()).extracting(Rule::name).containsExactly("first", "second", "late");
    assertThat(recipe.left().primaryKey()).containsExactly("invoice_id");
    assertThat(recipe.left().duplicates()).isEqualTo(DuplicatePolicy.KEEP);
    assertThat(recipe.output().matched()).isEqualTo("m.parquet");
    assertThat(recipe.rules().get(1).conditions().getFirst())
        .isEqualTo(
            new Condition.Tolerance(
                new Operand.Column("amount"),
                new Operand.Column("paid_amount"),
                new Allowed(new BigDecimal("0.02"), null)));
  }

  @Test
  void every_problem_is_told_at_once_with_its_place_and_a_suggestion() {
    List<Problem> problems =
        problems(
            """
            {"version": "2.0", "recipe_id": " ", "surces": {},
             "sources": {
               "left": {"alias": "a", "uri": "", "primary_kye": ["id"]},
               "right": {"alias": "a", "uri": "b.csv", "filters": [{"column": "x", "op": "between", "value": 3}]}},
             "match_rules": [
               {"name": "n", "pattern": "1:2", "conditions": [{"left": "x", "right": "y", "op": "tolerance"}]},
               {"name": "n", "pattern": "1:1", "conditions": [{"left": "", "right": "y", "op": "equals"}]},
               {"name": "o", "pattern": "1:1", "conditions": []}],
             "output": {"matched": "../../etc/passwd"}}
            """);

    assertThat(problems)
        .extracting(Problem::field)
        .containsExactlyInAnyOrder(
            "/version",
            "/recipe_id",
            "/surces",
            "/sources/left/uri",
            "/sources/left/primary_kye",
            "/sources/right/alias",
            "/sources/right/filters/0/value",
            "/match_rules/0/pattern",
            "/match_rules/0/conditions/0/threshold",
            "/match_rules/1/name",
            "/match_rules/1/conditions/0/left",
            "/match_rules/1/conditions/0/op",
            "/match_rules/2/conditions",
            "/output/matched");
    assertThat(nextOf(problems, "/surces")).isEqualTo("did you mean sources?");
    assertThat(nextOf(problems, "/sources/left/primary_kye"))
        .isEqualTo("did you mean primary_key?");
  }

  @Test
  void what_is_not_json_is_refused_with_line_and_column() {
    assertThat(problems("{\"version\": ").getFirst().message()).contains("line 1");
    assertThat(problems("[]").getFirst().message()).contains("not a JSON object");
    assertThat(problems("{\"version\": \"1.0\", \"version\": \"1.1\"}").getFirst().message())
        .contains("version");
    assertThat(problems("{} {}").getFirst().message()).contains("not valid JSON");
    assertThat(problems(" ".repeat(1_000_001)).getFirst().message()).contains("longer than");
  }

  @Test
  void what_is_new_in_1_1_needs_1_1() {
    for (String condition :
        List.of(
            Recipes.condition("normalized_eq", ""),
            Recipes.condition("date_window", ", \"days\": 1"),
            Recipes.condition("similarity", ", \"threshold\": 0.9"),
            Recipes.condition("eq", ", \"null_equals_null\": true"),
            Recipes.condition("tolerance", ", \"relative\": 0.1"),
            "{\"left\": {\"column\": \"x\", \"apply\": [\"trim\"]}, \"right\": \"y\", \"op\": \"eq\"}")) {
      String rule = Recipes.rule("1:1", condition);
      assertThat(problems(Recipes.with("1.0", rule)))
          .as(condition)
          .singleElement()
          .satisfies(p -> assertThat(p.message()).contains("1.1"));
      assertThat(RecipeReader.read(Recipes.with("1.1", rule))).isNotNull();
    }
    assertThat(problems(Recipes.with("1.0", Recipes.rule("M:N", Recipes.condition("eq", "")))))
        .hasSize(1);
  }

  @Test
  void conditions_that_make_no_sense_together_are_refused() {
    String sum = Recipes.condition("sum", "");
    String eq = Recipes.condition("eq", "");
    assertThat(problems(Recipes.with("1.1", Recipes.rule("1:1", eq + "," + sum)))).hasSize(1);
    assertThat(problems(Recipes.with("1.1", Recipes.rule("1:N", sum)))).hasSize(1);
    assertThat(
            problems(
                Recipes.with("1.1", Recipes.rule("M:N", eq + "," + Recipes.condition("gt", "")))))
        .hasSize(1);
    assertThat(RecipeReader.read(Recipes.with("1.1", Recipes.rule("M:N", eq + "," + sum))))
        .isNotNull();
  }

  @Test
  void an_output_stays_inside_its_folder() {
    for (String name :
        List.of(
            "../x",
            "a/b",
            "a\\\\b",
            "..",
            ".hidden",
            "metadata.json",
            "a..b",
            "C:x",
            "a\\u0000b")) {
      assertThat(problems(Recipes.withTop(", \"output\": {\"matched\": \"" + name + "\"}")))
          .as(name)
          .hasSize(1);
    }
    assertThat(
            problems(
                Recipes.withTop(", \"output\": {\"matched\": \"x\", \"unmatched_left\": \"X\"}")))
        .hasSize(1);
  }

  @Test
  void numbers_stay_exact_and_small() {
    Recipe recipe = RecipeReader.read(Recipes.oneCondition("tolerance", ", \"threshold\": 0.1"));
    assertThat(((Condition.Tolerance) recipe.rules().getFirst().conditions().getFirst()).allowed())
        .isEqualTo(new Allowed(new BigDecimal("0.1"), null));
    for (String number : List.of("-1", "1e400", "1e-10", "\"1\"", "0.0000000001", "1e19")) {
      assertThat(problems(Recipes.oneCondition("tolerance", ", \"threshold\": " + number)))
          .as(number)
          .isNotEmpty();
    }
  }

  @Test
  void parameters_are_filled_in_where_values_stand() {
    String json =
        """
        {"version": "1.1", "recipe_id": "r",
         "parameters": {"cents": {"type": "number", "default": 0.02}, "day": {"type": "date"}},
         "sources": {"left": {"alias": "a", "uri": "${day}.csv",
                              "filters": [{"column": "d", "op": "between", "value": ["${day}", "2026-12-31"]}]},
                     "right": {"alias": "b", "uri": "b.csv"}},
         "match_rules": [%s]}
        """
            .formatted(
                Recipes.rule(
                    "1:1", Recipes.condition("tolerance", ", \"threshold\": \"${cents}\"")));

    Recipe recipe = RecipeReader.read(json, Map.of("day", "2026-01-31"));

    assertThat(recipe.left().filters().getFirst().values().getFirst())
        .isEqualTo(new Filter.Value.Text("2026-01-31"));
    assertThat(recipe.left().uri()).isEqualTo("${day}.csv");
    assertThat(recipe.hash())
        .isNotEqualTo(RecipeReader.read(json, Map.of("day", "2026-02-28")).hash())
        .isEqualTo(RecipeReader.read(json, Map.of("day", "2026-01-31", "cents", "0.02")).hash());
    assertThat(RecipeReader.readWithoutParameters(json)).isNotNull();
    assertThat(codes(json, Map.of())).containsExactly(RecipeError.RECIPE_PARAMETER);
    assertThat(codes(json, Map.of("day", "tomorrow")))
        .containsExactly(RecipeError.RECIPE_PARAMETER);
    assertThat(codes(json, Map.of("day", "2026-01-31", "cent", "1")))
        .containsExactly(RecipeError.RECIPE_PARAMETER);
    assertThat(problems(Recipes.oneCondition("tolerance", ", \"threshold\": \"${cents}\"")))
        .singleElement()
        .satisfies(p -> assertThat(p.message()).contains("no parameter cents"));
  }

  @Test
  void a_hash_knows_what_a_recipe_says_and_not_how_it_is_laid_out() {
    String json = Recipes.oneCondition("eq", "");
    assertThat(RecipeReader.read(json.replace(", ", ",\n  ")).hash())
        .isEqualTo(RecipeReader.read(json).hash())
        .hasSize(64);
    assertThat(RecipeReader.read(json.replace("\"x\"", "\"z\"")).hash())
        .isNotEqualTo(RecipeReader.read(json).hash());
  }

  static List<Problem> problems(String json) {
    var refused = catchThrowableOfType(RecipeException.class, () -> RecipeReader.read(json));
    assertThat(refused).as(json).isNotNull();
    return refused.problems();
  }

  private static List<Object> codes(String json, Map<String, String> parameters) {
    var refused =
        catchThrowableOfType(RecipeException.class, () -> RecipeReader.read(json, parameters));
    return refused.problems().stream().map(p -> (Object) p.code()).toList();
  }

  private static String nextOf(List<Problem> problems, String field) {
    return problems.stream()
        .filter(p -> field.equals(p.field()))
        .map(p -> String.valueOf(p.next()))
        .findFirst()
        .orElseThrow();
  }
}
