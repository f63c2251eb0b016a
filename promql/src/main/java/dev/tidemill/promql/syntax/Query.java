package dev.tidemill.promql.syntax;

import dev.tidemill.promql.series.Labels;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeMap;

/** A text and what it means. */
public record Query(String text, Expr expr) {
  private static final int MAX_LENGTH = 1 << 20;

  /**
   * Without experimental features.
   *
   * @throws ParseError if the text is no query
   */
  public static Query parse(String text) {
    return parse(text, EnumSet.noneOf(Feature.class));
  }

  /**
   * @throws ParseError if the text is no query, or uses a feature that is not switched on
   */
  public static Query parse(String text, Set<Feature> features) {
    if (text.length() > MAX_LENGTH) {
      throw ParseError.at(new Span(0, 0), text, "query is longer than a million characters");
    }
    int half = Characters.unpairedSurrogate(text);
    if (half >= 0) {
      throw ParseError.at(new Span(half, half + 1), text, "the text is not valid Unicode");
    }
    Expr expr = new Parser(new Tokens(text, features)).query();
    return new Query(text, TypeCheck.checked(text, expr));
  }

  /**
   * The labels of a series as they are written: {@code name{label="value"}}.
   *
   * @throws ParseError if they are not
   */
  public static Labels series(String text) {
    var tokens = new Tokens(text, EnumSet.noneOf(Feature.class));
    var parser = new SelectorParser(tokens);
    Token first = tokens.peek();
    boolean named = first.is(TokenKind.IDENTIFIER) || first.is(TokenKind.METRIC_NAME);
    Expr.VectorSelector selector = parser.selector(named ? tokens.next() : null);
    if (!tokens.peek().is(TokenKind.END)) {
      throw tokens.unexpected("series", "");
    }
    var labels = new TreeMap<String, String>();
    selector.matchers().forEach(matcher -> labels.put(matcher.label(), matcher.value()));
    return Labels.of(labels);
  }

  /** In one spelling, so that equal queries look equal. */
  public String canonical() {
    return Printer.print(expr);
  }
}
