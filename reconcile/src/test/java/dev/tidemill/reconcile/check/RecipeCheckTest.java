package dev.tidemill.reconcile.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.error.Problem;
import dev.tidemill.reconcile.recipe.RecipeException;
import dev.tidemill.reconcile.recipe.RecipeReader;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("R2")
class RecipeCheckTest {
  private static final List<SqlColumn> LEFT =
      List.of(
          new SqlColumn("Invoice ID", SqlType.VARCHAR),
          new SqlColumn("amount", SqlType.decimal(12, 2)),
          new SqlColumn("count", SqlType.BIGINT),
          new SqlColumn("ratio", SqlType.DOUBLE),
          new SqlColumn("day", SqlType.DATE),
          new SqlColumn("at", SqlType.TIMESTAMP),
          new SqlColumn("flag", SqlType.BOOLEAN),
          new SqlColumn("blob", SqlType.VARBINARY),
          new SqlColumn("twice", SqlType.VARCHAR),
          new SqlColumn("TWICE ", SqlType.VARCHAR));

  private static RecipeCheck.Result check(String source, String conditions) {
    String json =
        """
        {"version": "1.1", "recipe_id": "r",
         "sources": {"left": {"alias": "invoices", "uri": "a.csv"%s}, "right": {"alias": "payments", "uri": "b.csv"}},
         "match_rules": [{"name": "n", "pattern": "1:1", "conditions": [%s]}]}
        """
            .formatted(source, conditions);
    return RecipeCheck.check(RecipeReader.read(json), LEFT, LEFT);
  }

  private static RecipeCheck.Result pair(String left, String right, String op, String more) {
    return check(
        "",
        "{\"left\": \"%s\", \"right\": \"%s\", \"op\": \"%s\"%s}"
            .formatted(
                left,
                right,
                op,
                more == null || more.isEmpty() ? "" : ", " + more.replace('\'', '"')));
  }

  @Test
  void a_column_is_found_by_its_name_or_one_that_is_nearly_the_same() {
    var result = pair("invoice-id", "Invoice ID", "eq", "");
    assertThat(result.valid()).isTrue();
    assertThat(result.warnings())
        .singleElement()
        .satisfies(
            w -> assertThat(w.message()).isEqualTo("field invoice-id resolved to Invoice ID"));
    assertThat(result.resolved().get(Side.LEFT).get("invoice-id")).isEqualTo(LEFT.getFirst());
  }

  @Test
  void every_column_that_is_not_there_is_told_with_what_was_probably_meant() {
    var result =
        check(
            ", \"primary_key\": [\"invoice\"], \"partition_key\": \"dya\","
                + " \"filters\": [{\"column\": \"amuont\", \"op\": \"eq\", \"value\": 1}]",
            "{\"left\": \"cuont\", \"right\": \"zzz\", \"op\": \"eq\"}");

    assertThat(result.errors())
        .extracting(Problem::field)
        .containsExactly(
            "/sources/left/primary_key/0",
            "/sources/left/filters/0/column",
            "/sources/left/partition_key",
            "/match_rules/0/conditions/0/left",
            "/match_rules/0/conditions/0/right");
    assertThat(result.errors())
        .extracting(Problem::next)
        .startsWith(
            "did you mean Invoice ID?",
            "did you mean amount?",
            "did you mean day?",
            "did you mean count?");
    assertThatThrownBy(result::orThrow).isInstanceOf(RecipeException.class);
  }

  @Test
  void a_name_that_could_be_two_columns_is_refused() {
    assertThat(pair("Twice", "Twice", "eq", "").errors()).hasSize(2);
    assertThat(pair("twice", "twice", "eq", "").errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "amount, count, eq,",
    "ratio, amount, eq,",
    "flag, flag, eq,",
    "day, day, gte,",
    "Invoice ID, Invoice ID, lt,",
    "count, ratio, tolerance, 'threshold': 1",
    "day, at, date_window, 'days': 0",
    "Invoice ID, Invoice ID, similarity, 'threshold': 1",
  })
  void what_fits_is_accepted(String left, String right, String op, String more) {
    assertThat(pair(left, right, op, more).errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "amount, Invoice ID, eq,",
    "day, at, eq,",
    "blob, blob, eq,",
    "flag, flag, gt,",
    "flag, amount, eq,",
    "day, at, lt,",
    "day, day, tolerance, 'threshold': 1",
    "Invoice ID, amount, tolerance, 'threshold': 1",
    "amount, amount, date_window, 'days': 0",
    "amount, amount, contains,",
    "day, Invoice ID, normalized_eq,",
    "count, count, similarity, 'threshold': 1",
  })
  void what_cannot_be_compared_is_an_error_with_a_way_out(
      String left, String right, String op, String more) {
    assertThat(pair(left, right, op, more).errors())
        .singleElement()
        .satisfies(p -> assertThat(p.next()).isNotBlank());
  }

  @Test
  void keys_are_derived_from_texts_whole_numbers_and_dates_only() {
    String derived =
        "{\"left\": {\"column\": \"%s\", \"apply\": [\"trim\"]}, \"right\": \"Invoice ID\", \"op\": \"eq\"}";
    assertThat(check("", derived.formatted("count")).errors()).isEmpty();
    assertThat(check("", derived.formatted("day")).errors()).isEmpty();
    assertThat(check("", derived.formatted("amount")).errors()).hasSize(1);
    assertThat(check("", derived.formatted("at")).errors()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "amount, eq, 1.5, true",
    "amount, eq, '\"1.5\"', false",
    "day, gte, '\"2026-01-31\"', true",
    "day, gte, '\"31.1.2026\"', false",
    "at, lt, '\"2026-01-31T10:00:00\"', true",
    "flag, eq, true, true",
    "Invoice ID, eq, 1, false",
    "Invoice ID, startswith, '\"x\"', true",
    "amount, contains, 1, false",
  })
  void a_filter_has_values_of_its_column(String column, String op, String value, boolean fits) {
    var result =
        check(
            ", \"filters\": [{\"column\": \"%s\", \"op\": \"%s\", \"value\": %s}]"
                .formatted(column, op, value),
            "{\"left\": \"day\", \"right\": \"day\", \"op\": \"eq\"}");
    assertThat(result.valid()).isEqualTo(fits);
  }
}
