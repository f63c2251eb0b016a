package dev.tidemill.promql.syntax;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Matcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code name{label="value", …}} in all its spellings. */
final class SelectorParser {
  private final Tokens tokens;

  SelectorParser(Tokens tokens) {
    this.tokens = tokens;
  }

  /**
   * @param name the token of the name, already read, if there is one before the brace
   */
  Expr.VectorSelector selector(@Nullable Token name) {
    Span start = name == null ? tokens.peek().span() : name.span();
    var matchers = new ArrayList<Matcher>();
    String quotedName = null;
    if (name == null || tokens.peek().is(TokenKind.LEFT_BRACE)) {
      quotedName = braces(name, matchers);
    }
    String metric = name == null ? quotedName : name.text();
    Span span = start.to(tokens.last());
    if (metric != null) {
      for (Matcher matcher : matchers) {
        if (matcher.label().equals(Labels.METRIC_NAME)) {
          throw tokens.error(
              span,
              "metric name must not be set twice: %s or %s"
                  .formatted(Quoting.quote(metric), Quoting.quote(matcher.value())));
        }
      }
      matchers.addFirst(Matcher.equal(Labels.METRIC_NAME, metric));
    }
    String written = name == null ? null : name.text();
    return new Expr.VectorSelector(written, matchers, Modifiers.NONE, span);
  }

  /** Reads from brace to brace; a metric's name given as a string comes back. */
  private @Nullable String braces(@Nullable Token name, List<Matcher> matchers) {
    tokens.expect(TokenKind.LEFT_BRACE, "label matching", "\"{\"");
    String quotedName = null;
    while (!tokens.take(TokenKind.RIGHT_BRACE)) {
      Token label = tokens.peek();
      if (!label.is(TokenKind.IDENTIFIER) && !label.is(TokenKind.STRING)) {
        throw tokens.unexpected("label matching", "label name, string or \"}\"");
      }
      tokens.next();
      if (label.is(TokenKind.STRING) && !tokens.peek().is(TokenKind.MATCH)) {
        String text = named(label);
        if (name != null || quotedName != null) {
          String first = name != null ? name.text() : Objects.requireNonNull(quotedName);
          throw tokens.error(
              label.span(),
              "metric name must not be set twice: %s or %s"
                  .formatted(Quoting.quote(first), Quoting.quote(text)));
        }
        quotedName = text;
      } else {
        matchers.add(matcher(label));
      }
      if (!tokens.take(TokenKind.COMMA) && !tokens.peek().is(TokenKind.RIGHT_BRACE)) {
        throw tokens.unexpected("label matching", "\",\" or \"}\"");
      }
    }
    return quotedName;
  }

  private Matcher matcher(Token label) {
    Token op = tokens.expect(TokenKind.MATCH, "label matching", "label matching operator");
    Token value = tokens.expect(TokenKind.STRING, "label matching", "string");
    String name = label.is(TokenKind.STRING) ? named(label) : label.text();
    try {
      return new Matcher(name, op(op), tokens.string(value));
    } catch (ParseError e) {
      throw e;
    } catch (TidemillException e) {
      String cause = e.problem().cause();
      throw tokens.error(
          label.span().to(value.span()),
          "error parsing regexp: " + (cause == null ? e.problem().message() : cause));
    }
  }

  /** A label's or metric's name in quotes: any Unicode but nothing. */
  private String named(Token literal) {
    String name = tokens.string(literal);
    if (name.isEmpty() || !Quoting.isUnicode(name)) {
      throw tokens.error(literal.span(), "invalid name " + Quoting.quote(name));
    }
    return name;
  }

  private static Matcher.Op op(Token token) {
    return switch (token.text()) {
      case "=" -> Matcher.Op.EQUAL;
      case "!=" -> Matcher.Op.NOT_EQUAL;
      case "=~" -> Matcher.Op.MATCHES;
      default -> Matcher.Op.MATCHES_NOT;
    };
  }

  /** A list of labels in parentheses, as of {@code by}. */
  List<String> labels() {
    tokens.expect(TokenKind.LEFT_PAREN, "grouping opts", "\"(\"");
    var labels = new ArrayList<String>();
    while (!tokens.take(TokenKind.RIGHT_PAREN)) {
      Token label = tokens.peek();
      boolean word = label.is(TokenKind.IDENTIFIER) || label.is(TokenKind.METRIC_NAME);
      if (!word && !label.is(TokenKind.STRING)) {
        throw tokens.unexpected("grouping opts", "label");
      }
      tokens.next();
      labels.add(label.is(TokenKind.STRING) ? named(label) : label.text());
      if (!tokens.take(TokenKind.COMMA) && !tokens.peek().is(TokenKind.RIGHT_PAREN)) {
        throw tokens.unexpected("grouping opts", "\",\" or \")\"");
      }
    }
    return labels;
  }
}
