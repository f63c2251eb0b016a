package dev.tidemill.promql.series;

import static dev.tidemill.promql.series.Matcher.Op.MATCHES;
import static dev.tidemill.promql.series.Matcher.Op.MATCHES_NOT;
import static dev.tidemill.promql.series.Matcher.Op.NOT_EQUAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.promql.PromqlError;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("Q1")
class MatcherTest {
  private static final Labels API = Labels.of("job", "api");

  @Test
  void a_missing_label_has_an_empty_value() {
    assertThat(Matcher.equal("zone", "").matches(API)).isTrue();
    assertThat(new Matcher("zone", NOT_EQUAL, "").matches(API)).isFalse();
    assertThat(new Matcher("zone", MATCHES, ".*").matches(API)).isTrue();
    assertThat(new Matcher("zone", MATCHES, ".+").matches(API)).isFalse();
    assertThat(new Matcher("zone", MATCHES_NOT, "b").matches(API)).isTrue();
  }

  @Test
  void an_expression_matches_the_whole_value() {
    assertThat(new Matcher("job", MATCHES, "ap").matches(API)).isFalse();
    assertThat(new Matcher("job", MATCHES, "pi").matches(API)).isFalse();
    assertThat(new Matcher("job", MATCHES, "a|api|x").matches(API)).isTrue();
    assertThat(new Matcher("job", MATCHES_NOT, "ap").matches(API)).isTrue();
  }

  @Test
  void the_dot_matches_a_new_line() {
    assertThat(new Matcher("job", MATCHES, "a.b").matches("a\nb")).isTrue();
    assertThat(new Matcher("job", MATCHES, "a").matches("a\n")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "a(?=b)", "(a)\\1", "[", "*"})
  void what_is_no_expression_is_refused(String expression) {
    var failure =
        catchThrowableOfType(
            TidemillException.class, () -> new Matcher("job", MATCHES, expression));
    assertThat(failure.code()).isEqualTo(PromqlError.QUERY_INVALID);
  }

  @Test
  void an_expression_that_would_take_all_memory_or_stack_is_refused() {
    for (String hostile :
        new String[] {
          "(((a{1000}){1000}){1000}){1000}",
          "((a{1,999}b){1,999})",
          "(".repeat(20_000) + ")".repeat(20_000),
          "[ab]{1000}".repeat(500),
          "a".repeat(300_000),
        }) {
      var failure =
          catchThrowableOfType(TidemillException.class, () -> new Matcher("job", MATCHES, hostile));
      assertThat(failure.problem().message()).contains("too large or too deep");
    }
    assertThat(new Matcher("job", MATCHES, "([a-z]{1,30}-){2}[0-9]{4}").matches("ab-c-0042"))
        .isTrue();
    assertThat(new Matcher("job", MATCHES, "a\\{1000}[{]{x").matches("a{1000}{{x")).isTrue();
  }

  @Test
  void a_hostile_expression_takes_no_more_than_linear_time() {
    var matcher = new Matcher("job", MATCHES, "(a*)*b");
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> assertThat(matcher.matches("a".repeat(10_000))).isFalse());
  }
}
