package dev.tidemill.promql.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.promql.syntax.Feature;
import dev.tidemill.promql.syntax.ParseError;
import dev.tidemill.promql.syntax.Query;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** No text does anything else to the parser than be a query or be refused. */
@Tag("Q1")
class TextProperties {
  private static final String CHARACTERS = "(){}[],:@=!~<>+-*/%^\"'`#0a_ ";
  private static final List<String> PIECES =
      List.of(
          "(",
          ")",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "@",
          "=",
          "!=",
          "=~",
          "!~",
          "==",
          "<",
          ">=",
          "+",
          "-",
          "*",
          "/",
          "%",
          "^",
          "and",
          "or",
          "unless",
          "atan2",
          "bool",
          "on",
          "ignoring",
          "group_left",
          "group_right",
          "by",
          "without",
          "offset",
          "sum",
          "topk",
          "quantile",
          "rate",
          "histogram_quantile",
          "label_replace",
          "time",
          "start",
          "end",
          "inf",
          "nan",
          "foo",
          "a:b",
          "__name__",
          "5m",
          "1h30m",
          "0x1F",
          "1e5",
          "1_000",
          "017",
          ".5",
          "5",
          "\"str\"",
          "'x'",
          "`raw`",
          "\"a\\n\"",
          "\"",
          "'",
          "`",
          "\\",
          "#",
          "\n",
          "\t",
          "é",
          "🌊",
          "\u0000",
          "\ud800",
          "anchored",
          "fill",
          "limitk",
          "info",
          "1..2",
          "5x",
          "0x",
          "1e",
          "_",
          "</");

  @Property(tries = 3000)
  void random_characters_are_a_query_or_refused(@ForAll String text) {
    check(text);
  }

  @Property(tries = 20_000)
  void random_pieces_are_a_query_or_refused(@ForAll long seed) {
    var random = new Random(seed);
    var text = new StringBuilder();
    for (int i = random.nextInt(25); i >= 0; i--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
      text.append(random.nextInt(3) == 0 ? "" : " ");
    }
    check(text.toString());
  }

  /** A right query with one character more, less or changed. */
  @Property(tries = 5_000)
  void broken_queries_are_a_query_or_refused(@ForAll long seed) {
    var random = new Random(seed);
    var text = new StringBuilder(new RandomQuery(random, true).any());
    int at = random.nextInt(text.length());
    char other = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
    switch (random.nextInt(3)) {
      case 0 -> text.deleteCharAt(at);
      case 1 -> text.insert(at, other);
      default -> text.setCharAt(at, other);
    }
    check(text.toString());
  }

  private static void check(String text) {
    Query query;
    try {
      query = Query.parse(text, EnumSet.allOf(Feature.class));
    } catch (ParseError e) {
      assertThat(e.problem().message()).matches("(?s)\\d+:\\d+: parse error: .+");
      return;
    }
    String printed = query.canonical();
    assertThat(Query.parse(printed, EnumSet.allOf(Feature.class)).canonical())
        .as(text)
        .isEqualTo(printed);
  }
}
