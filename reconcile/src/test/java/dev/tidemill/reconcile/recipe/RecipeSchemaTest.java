package dev.tidemill.reconcile.recipe;

import static dev.tidemill.reconcile.recipe.Recipes.condition;
import static dev.tidemill.reconcile.recipe.Recipes.oneCondition;
import static dev.tidemill.reconcile.recipe.Recipes.rule;
import static dev.tidemill.reconcile.recipe.Recipes.with;
import static dev.tidemill.reconcile.recipe.Recipes.withSource;
import static dev.tidemill.reconcile.recipe.Recipes.withTop;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published schema and the reader say the same. */
@Tag("R1")
class RecipeSchemaTest {
  private static final Path ROOT = Path.of(System.getProperty("tidemill.root", ".."));
  private static final JsonSchema SCHEMA = schema();

  static Stream<String> good() {
    return Stream.of(
        oneCondition("eq", ", \"null_equals_null\": true"),
        oneCondition("tolerance", ", \"threshold\": 0"),
        oneCondition("tolerance", ", \"relative\": 0.01"),
        oneCondition("tolerance", ", \"threshold\": 1, \"relative\": 1"),
        oneCondition("date_window", ", \"days\": 3"),
        oneCondition("date_window", ", \"business_days\": 0"),
        oneCondition("similarity", ", \"threshold\": 1"),
        oneCondition("normalized_eq", ", \"strip_punctuation\": false"),
        oneCondition("contains", ", \"description\": \"why\""),
        with("1.0", rule("M:1", condition("endswith", ""))),
        with("1.1", rule("M:N", condition("eq", "") + "," + condition("sum", ""))),
        with(
            "1.1",
            rule(
                "1:1",
                operand("{\"column\": \"a\", \"apply\": [\"trim\", {\"substring\": [1, 2]}]}"))),
        with(
            "1.1",
            rule(
                "1:1", operand("{\"concat\": [\"a\", {\"column\": \"b\"}], \"separator\": \"\"}"))),
        with("1.1", rule("1:1", operand("{\"column\": \"a\", \"apply\": [{\"regex\": \"(x)\"}]}"))),
        withSource(
            ", \"primary_key\": [\"id\"], \"duplicates\": \"refuse\", \"partition_key\": \"id\""),
        withSource(
            ", \"filters\": [{\"column\": \"c\", \"op\": \"in\", \"value\": [1, \"a\", true]}]"),
        withSource(", \"filters\": [{\"column\": \"c\", \"op\": \"is_null\"}]"),
        withTop(", \"output\": {\"matched\": \"m-1.parquet\"}, \"$schema\": \"x\""),
        withTop(", \"parameters\": {\"p\": {\"type\": \"number\", \"default\": 1}}"));
  }

  static Stream<String> bad() {
    return Stream.of(
        "{}",
        with("1.2", rule("1:1", condition("eq", ""))),
        with("1.1", ""),
        with("1.1", rule("1:1", "")),
        with("1.1", rule("N:1", condition("eq", ""))),
        with("1.1", rule("1:1", condition("eq", "") + "," + condition("sum", ""))),
        with("1.1", rule("1:N", condition("sum", ""))),
        with("1.1", rule("M:N", condition("eq", "") + "," + condition("lt", ""))),
        oneCondition("like", ""),
        oneCondition("eq", ", \"threshold\": 1"),
        oneCondition("eq", ", \"sql\": \"1=1\""),
        oneCondition("tolerance", ""),
        oneCondition("tolerance", ", \"threshold\": -1"),
        oneCondition("tolerance", ", \"threshold\": \"1\""),
        oneCondition("tolerance", ", \"relative\": 2"),
        oneCondition("similarity", ", \"threshold\": 0"),
        oneCondition("similarity", ", \"threshold\": 1.5"),
        oneCondition("date_window", ""),
        oneCondition("date_window", ", \"days\": 1, \"business_days\": 1"),
        oneCondition("date_window", ", \"days\": 1.5"),
        with("1.1", rule("1:1", operand("\" \""))),
        with("1.1", rule("1:1", operand("{\"apply\": []}"))),
        with("1.1", rule("1:1", operand("{\"concat\": []}"))),
        with("1.1", rule("1:1", operand("{\"column\": \"a\", \"apply\": [\"reverse\"]}"))),
        with(
            "1.1",
            rule("1:1", operand("{\"column\": \"a\", \"apply\": [{\"substring\": [0, 2]}]}"))),
        withSource(", \"duplicates\": \"first\""),
        withSource(", \"primary_key\": [\"a\", \"a\"]"),
        withSource(", \"primary_key\": \"a\""),
        withSource(", \"filters\": [{\"column\": \"c\", \"op\": \"in\", \"value\": 1}]"),
        withSource(", \"filters\": [{\"column\": \"c\", \"op\": \"eq\"}]"),
        withSource(", \"filters\": [{\"column\": \"c\", \"op\": \"not_null\", \"value\": 1}]"),
        withSource(", \"filters\": [{\"column\": \"c\", \"op\": \"eq\", \"value\": [1]}]"),
        withTop(", \"output\": {\"matched\": \"../m\"}"),
        withTop(", \"output\": {\"matched\": \"Metadata.json\"}"),
        withTop(", \"parameters\": {\"p\": {\"type\": \"sql\"}}"),
        withTop(", \"extra\": 1"));
  }

  @ParameterizedTest
  @MethodSource
  void good(String recipe) {
    assertThat(SCHEMA.validate(recipe, InputFormat.JSON)).as(recipe).isEmpty();
    assertThat(RecipeReader.readWithoutParameters(recipe)).isNotNull();
  }

  @ParameterizedTest
  @MethodSource
  void bad(String recipe) {
    assertThat(SCHEMA.validate(recipe, InputFormat.JSON)).as(recipe).isNotEmpty();
    assertThat(RecipeReaderTest.problems(recipe)).isNotEmpty();
  }

  @Test
  void the_example_is_good() throws IOException {
    good(Files.readString(ROOT.resolve("examples/payments/recipe.json")));
  }

  /** Examples in the reference are recipes, rules or conditions; each is read as what it is. */
  @Test
  void every_example_of_the_reference_is_good() throws IOException {
    String reference = Files.readString(ROOT.resolve("docs/recipe.md"));
    int seen = 0;
    Matcher blocks = Pattern.compile("```json\n(\\{.*?)```", Pattern.DOTALL).matcher(reference);
    while (blocks.find()) {
      String example = blocks.group(1);
      if (example.contains("\"recipe_id\"")) {
        good(example);
        seen++;
      } else if (example.contains("\"pattern\"")) {
        good(with("1.1", example));
        seen++;
      } else {
        for (String key : example.strip().lines().toList()) {
          good(with("1.1", rule("1:1", operand(key))));
          seen++;
        }
      }
    }
    Matcher inline = Pattern.compile("`(\\{\"left\".*?\\})` \\|\n").matcher(reference);
    while (inline.find()) {
      String example = inline.group(1);
      boolean sum = example.contains("\"sum\"");
      good(
          with(
              "1.1",
              sum ? rule("1:N", condition("eq", "") + "," + example) : rule("1:1", example)));
      seen++;
    }
    assertThat(seen).isGreaterThan(15);
  }

  private static String operand(String left) {
    return "{\"left\": %s, \"right\": \"y\", \"op\": \"eq\"}".formatted(left);
  }

  private static JsonSchema schema() {
    try {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(Files.readString(ROOT.resolve("docs/recipe.schema.json")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
