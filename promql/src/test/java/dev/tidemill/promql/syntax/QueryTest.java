package dev.tidemill.promql.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.promql.series.Labels;
import java.util.EnumSet;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("Q1")
class QueryTest {

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      textBlock =
          """
          1_000 + 0x1F + 017 + 08 => 1000 + 31 + 15 + 8
          12.34e6 + 1e-7 => 12340000 + 0.0000001
          .5 + 2. => 0.5 + 2
          +Inf - nan => +Inf - NaN
          1h30m + 90 => 1h30m + 90
          -2^2 => -2 ^ 2
          2^-1 => 2 ^ -1
          SUM(a) BY (b, c) => sum by (b, c) (a)
          sum without() (a) => sum without () (a)
          topk by(x)(5, a) => topk by (x) (5, a)
          a AND ON(x) b => a and on (x) b
          a * ignoring(x,) group_left(y) b => a * ignoring (x) group_left (y) b
          a > bool b => a > bool b
          a{x="1",y!="2",z=~"3",w!~'4',} => a{x="1",y!="2",z=~"3",w!~"4"}
          {"a.b", "c d"="e"} => {__name__="a.b","c d"="e"}
          {b="c", "a"} => {__name__="a",b="c"}
          {__name__="a"} => {__name__="a"}
          sum by ("a.b", c, d:e) (f) => sum by ("a.b", c, "d:e") (f)
          a offset -5m @ 10 => a @ 10.000 offset -5m
          a[5m] @ start() offset 1w => a[5m] @ start() offset 1w
          rate(a[5m])[30m:] => rate(a[5m])[30m:]
          a[1h:30] => a[1h:30s]
          a[90m] => a[1h30m]
          sum{} => sum
          by + on_ + start => by + on_ + start
          a:b:c{} => a:b:c
          a # why not => a
          `x\\n` => "x\\\\n"
          """)
  void a_query_has_one_spelling(String text, String canonical) {
    assertThat(Query.parse(text).canonical()).isEqualTo(canonical);
    assertThat(Query.parse(canonical).canonical()).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      textBlock =
          """
          sum(a => 1:6: parse error: unclosed left parenthesis
          a) => 1:2: parse error: unexpected right parenthesis ')'
          a{b="c" => 1:8: parse error: unclosed left brace
          "a => 1:1: parse error: unterminated quoted string
          a + => 1:4: parse error: unexpected end of input
          1 == 1 => 1:2: parse error: comparisons between scalars must use BOOL modifier
          a + bool b => 1:2: parse error: bool modifier can only be used on comparison operators
          a + "b" => 1:5: parse error: binary expression must contain only scalar and instant vector types
          1 and a => 1:1: parse error: set operator "and" not allowed in binary scalar expression
          a and on(x) group_left b => 1:1: parse error: no grouping allowed for "and" operation
          a * on(x) group_left(x) b => 1:2: parse error: label "x" must not occur in ON and GROUP clause at once
          nope(a) => 1:1: parse error: unknown function with name "nope"
          rate(a) => 1:6: parse error: expected type range vector in call to function "rate", got instant vector
          abs() => 1:1: parse error: expected 1 argument(s) in call to "abs", got 0
          round(a, 1, 2) => 1:1: parse error: expected at most 2 argument(s) in call to "round", got 3
          abs(a,) => 1:6: parse error: trailing commas not allowed in function call args
          sum(a, b) => 1:1: parse error: wrong number of arguments for aggregate expression provided, expected 1, got 2
          {a=~".*"} => 1:1: parse error: vector selector must contain at least one non-empty matcher
          a{__name__="b"} => 1:1: parse error: metric name must not be set twice: "a" or "b"
          a[0] => 1:3: parse error: duration must be greater than 0
          a[5m] [5m] => 1:7: parse error: ranges only allowed for vector selectors
          a offset 5m[5m] => 1:12: parse error: no offset modifiers allowed before range
          a offset 1m offset 2m => 1:1: parse error: offset may not be set multiple times
          a @ 1 @ 2 => 1:1: parse error: @ <timestamp> may not be set multiple times
          (a) offset 1m => 1:1: parse error: offset modifier must be preceded by an instant vector selector or range vector selector or a subquery
          a @ inf => 1:1: parse error: timestamp out of bounds for @ modifier: +Inf
          1[5m:] => 1:1: parse error: subquery is only allowed on instant vector, got scalar instead
          a[5m1h] => 1:3: parse error: not a valid duration string: "5m1h"
          5x => 1:1: parse error: bad number or duration syntax: "5"
          a b $ => 1:3: parse error: unexpected identifier "b"
          a $ b => 1:3: parse error: unexpected character: '$'
          -"x" => 1:1: parse error: unary expression only allowed on expressions of type scalar or instant vector, got "string"
          """)
  void what_is_no_query_is_refused_with_its_place(String text, String message) {
    assertThat(refused(text).problem().message()).isEqualTo(message);
  }

  @Test
  void an_empty_text_is_no_query() {
    assertThat(refused(" # nothing").problem().message())
        .isEqualTo("1:11: parse error: no expression found in input");
  }

  @Test
  void lines_are_counted() {
    assertThat(refused("a +\n  b ? c").problem().message()).startsWith("2:5: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "mad_over_time(a[5m]);FUNCTIONS",
        "info(a);INFO",
        "a </ b;NATIVE_HISTOGRAMS",
        "limitk(1, a);LIMITK",
        "limit_ratio(0.5, a);LIMIT_RATIO",
        "a + fill(0) b;FILL_MODIFIERS",
        "a[5m+1m];DURATION_EXPRESSIONS",
        "a offset (1m);DURATION_EXPRESSIONS",
        "rate(a[5m] anchored);EXTENDED_RANGES",
      })
  void what_is_experimental_is_refused_by_name(String text, Feature feature) {
    ParseError error = refused(text);

    assertThat(error.feature()).isEqualTo(feature);
    assertThat(error.problem().message()).contains("experimental");
    assertThat(Objects.requireNonNull(error.problem().next())).contains(feature.title());
    if (feature.available()) {
      assertThat(Query.parse(text, EnumSet.allOf(Feature.class)).text()).isEqualTo(text);
    }
  }

  @Test
  void strings_are_read_as_go_reads_them() {
    assertThat(text("\"a\\n\\t\\\"\\x41\\101\\u00e9\\U0001f30a\"")).isEqualTo("a\n\t\"AAé🌊");
    assertThat(text("`a\\n`")).isEqualTo("a\\n");
    assertThat(text("'\\''")).isEqualTo("'");
    assertThat(Quoting.quote(text("\"\\xc5z\\xc3\\xa9\""))).isEqualTo("\"\\xc5zé\"");
    assertThat(refused("\"\\q\"").problem().message()).contains("unknown escape sequence");
  }

  @Test
  void what_is_printed_is_read_as_the_same() {
    for (String query :
        new String[] {"Inf ^ -a", "+Inf ^ 2", "Inf ^ Inf", "2 ^ +Inf", "-Inf * 2"}) {
      String printed = Query.parse(query).canonical();
      assertThat(Query.parse(printed).canonical()).isEqualTo(printed);
      assertThat(TreeJson.of(Query.parse(printed).expr()))
          .isEqualTo(TreeJson.of(Query.parse(query).expr()));
    }
  }

  @Test
  void nesting_has_a_limit_and_no_stack_overflows() {
    for (String deep :
        new String[] {
          "(".repeat(50_000) + "1" + ")".repeat(50_000),
          "-".repeat(50_000) + "a",
          "1" + "+1".repeat(50_000),
          "abs(".repeat(50_000) + "a" + ")".repeat(50_000),
        }) {
      assertThat(refused(deep).problem().message()).contains("nested too deeply");
    }
    assertThat(Query.parse("1" + "+1".repeat(Parser.MAX_DEPTH - 1)).canonical())
        .startsWith("1 + 1");
  }

  @Test
  void a_series_is_written_like_a_selector() {
    assertThat(Query.series("up{job=\"a b\", \"x.y\"=\"z\"}"))
        .isEqualTo(Labels.of("__name__", "up", "job", "a b", "x.y", "z"));
    assertThat(Query.series("{}")).isEqualTo(Labels.EMPTY);
  }

  @Test
  void long_queries_go_over_several_lines_and_mean_the_same() {
    Query query =
        Query.parse(
            "histogram_quantile(0.99, sum by (le, job) (rate(http_request_duration_seconds_bucket"
                + "{job=\"api\"}[5m]))) / on (job) group_left () (max_over_time(some_metric[1h:1m])"
                + " + another_metric_with_a_long_name)");

    String pretty = Prettier.print(query.expr());

    assertThat(pretty)
        .isEqualTo(
            """
              histogram_quantile(
                0.99,
                sum by (le, job) (rate(http_request_duration_seconds_bucket{job="api"}[5m]))
              )
            / on (job) group_left ()
              (max_over_time(some_metric[1h:1m]) + another_metric_with_a_long_name)""");
    assertThat(Query.parse(pretty).canonical()).isEqualTo(query.canonical());
    assertThat(Prettier.print(Query.parse("sum(a)").expr())).isEqualTo("sum(a)");
  }

  @Test
  void a_tree_is_told_as_the_api_tells_it() {
    assertThat(TreeJson.of(Query.parse("a{b=\"c\"} offset 5m @ start()").expr()))
        .containsEntry("type", "vectorSelector")
        .containsEntry("name", "a")
        .containsEntry("offset", 300_000L)
        .containsEntry("timestamp", null)
        .containsEntry("startOrEnd", "start");
    assertThat(TreeJson.of(Query.parse("sum by (x) (rate(a[5m])) > bool 1").expr()).toString())
        .isEqualTo(
            "{type=binaryExpr, op=>, lhs={type=aggregation, op=sum, expr={type=call,"
                + " func={name=rate, argTypes=[matrix], variadic=0, returnType=vector},"
                + " args=[{type=matrixSelector, name=a, matchers="
                + matchers("a[5m]")
                + ", offset=0, timestamp=null, startOrEnd=null, range=300000}]}, param=null,"
                + " grouping=[x], without=false}, rhs={type=numberLiteral, val=1}, matching=null,"
                + " bool=true}");
  }

  private static String matchers(String query) {
    return String.valueOf(TreeJson.of(Query.parse(query).expr()).get("matchers"));
  }

  private static String text(String literal) {
    return ((Expr.StringLiteral) Query.parse(literal).expr()).value();
  }

  private static ParseError refused(String text) {
    ParseError error = catchThrowableOfType(ParseError.class, () -> Query.parse(text));
    assertThat(error).as(text).isNotNull();
    return error;
  }
}
