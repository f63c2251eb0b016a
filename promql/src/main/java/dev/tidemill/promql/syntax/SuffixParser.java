package dev.tidemill.promql.syntax;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What stands behind a selector: range, subquery, {@code offset}, {@code @}. */
final class SuffixParser {
  private static final String WHERE =
      " modifier must be preceded by an instant vector selector or range vector selector or a"
          + " subquery";

  /** In milliseconds; far enough from the ends of time that ranges and offsets still fit. */
  private static final double FARTHEST = 0x1p61;

  private final Tokens tokens;

  SuffixParser(Tokens tokens) {
    this.tokens = tokens;
  }

  Expr suffixes(Expr first) {
    Expr expr = first;
    while (true) {
      Token token = tokens.peek();
      if (token.is(TokenKind.LEFT_BRACKET)) {
        expr = bracket(expr);
      } else if (token.isWord("offset")) {
        tokens.next();
        expr = offset(expr);
      } else if (token.is(TokenKind.AT)) {
        tokens.next();
        expr = at(expr);
      } else if (token.isWord("anchored") || token.isWord("smoothed")) {
        tokens.require(Feature.EXTENDED_RANGES, token.span(), "the " + token.text() + " modifier");
      } else {
        return expr;
      }
    }
  }

  private Expr bracket(Expr expr) {
    Span bracket = tokens.next().span();
    Duration range = positive("subquery selector");
    if (tokens.take(TokenKind.COLON)) {
      Duration step =
          tokens.peek().is(TokenKind.RIGHT_BRACKET) ? null : positive("subquery selector");
      tokens.expect(TokenKind.RIGHT_BRACKET, "subquery selector", "\"]\"");
      return new Expr.Subquery(expr, range, step, Modifiers.NONE, expr.span().to(tokens.last()));
    }
    tokens.expect(TokenKind.RIGHT_BRACKET, "subquery or range", "\":\" or \"]\"");
    Span span = bracket.to(tokens.last());
    if (!(expr instanceof Expr.VectorSelector selector)) {
      throw tokens.error(span, "ranges only allowed for vector selectors");
    }
    if (!selector.modifiers().offset().isZero()) {
      throw tokens.error(span, "no offset modifiers allowed before range");
    }
    if (selector.modifiers().at() != null) {
      throw tokens.error(span, "no @ modifiers allowed before range");
    }
    return new Expr.MatrixSelector(selector, range, expr.span().to(tokens.last()));
  }

  private Duration positive(String context) {
    Span span = tokens.peek().span();
    Duration duration = duration(context);
    Token behind = tokens.peek();
    if (behind.is(TokenKind.OPERATOR)) {
      tokens.require(Feature.DURATION_EXPRESSIONS, behind.span(), "a duration expression");
    }
    if (duration.toMillis() <= 0) {
      throw tokens.error(span, "duration must be greater than 0");
    }
    return duration;
  }

  private Duration duration(String context) {
    Token token = tokens.peek();
    if (token.is(TokenKind.LEFT_PAREN)
        || token.is(TokenKind.OPERATOR)
        || (token.is(TokenKind.IDENTIFIER) && tokens.peek(1).is(TokenKind.LEFT_PAREN))) {
      tokens.require(Feature.DURATION_EXPRESSIONS, token.span(), "a duration expression");
    }
    if (!token.is(TokenKind.DURATION) && !token.is(TokenKind.NUMBER)) {
      throw tokens.unexpected(context, "duration");
    }
    tokens.next();
    try {
      return token.is(TokenKind.DURATION)
          ? Durations.parse(token.text())
          : Durations.ofSeconds(Numbers.parse(token.text()));
    } catch (IllegalArgumentException e) {
      throw tokens.error(token.span(), String.valueOf(e.getMessage()));
    }
  }

  private Expr offset(Expr expr) {
    boolean negative = tokens.peek().isSign("-");
    if (negative || tokens.peek().isSign("+")) {
      tokens.next();
    }
    Duration by = duration("offset");
    Modifiers modifiers = modifiers(expr);
    if (modifiers == null) {
      throw tokens.error(expr.span(), "offset" + WHERE);
    }
    if (!modifiers.offset().isZero()) {
      throw tokens.error(expr.span(), "offset may not be set multiple times");
    }
    return with(expr, modifiers.offset(negative ? by.negated() : by));
  }

  private Expr at(Expr expr) {
    Modifiers.At moment = moment(expr);
    Modifiers modifiers = modifiers(expr);
    if (modifiers == null) {
      throw tokens.error(expr.span(), "@" + WHERE);
    }
    if (modifiers.at() != null) {
      throw tokens.error(expr.span(), "@ <timestamp> may not be set multiple times");
    }
    return with(expr, modifiers.at(moment));
  }

  private Modifiers.At moment(Expr expr) {
    Token token = tokens.peek();
    if (token.isWord("start") || token.isWord("end")) {
      tokens.next();
      tokens.expect(TokenKind.LEFT_PAREN, "@", "\"(\"");
      tokens.expect(TokenKind.RIGHT_PAREN, "@", "\")\"");
      return token.isWord("start") ? new Modifiers.At.Start() : new Modifiers.At.End();
    }
    double sign = token.isSign("-") ? -1 : 1;
    if (token.isSign("-") || token.isSign("+")) {
      tokens.next();
    }
    double seconds = sign * seconds();
    double millis = Math.rint(seconds * 1000);
    if (!(Math.abs(millis) < FARTHEST)) {
      throw tokens.error(
          expr.span(), "timestamp out of bounds for @ modifier: " + Numbers.format(seconds));
    }
    return new Modifiers.At.Moment((long) millis);
  }

  private double seconds() {
    Token token = tokens.next();
    if (token.isWord("inf")) {
      return Double.POSITIVE_INFINITY;
    }
    if (token.isWord("nan")) {
      return Double.NaN;
    }
    try {
      if (token.is(TokenKind.NUMBER)) {
        return Numbers.parse(token.text());
      }
      if (token.is(TokenKind.DURATION)) {
        return Durations.parse(token.text()).toMillis() / 1000.0;
      }
    } catch (IllegalArgumentException e) {
      throw tokens.error(token.span(), String.valueOf(e.getMessage()));
    }
    throw tokens.error(
        token.span(), "unexpected %s in @, expected timestamp".formatted(token.described()));
  }

  private static @Nullable Modifiers modifiers(Expr expr) {
    return switch (expr) {
      case Expr.VectorSelector selector -> selector.modifiers();
      case Expr.MatrixSelector matrix -> matrix.selector().modifiers();
      case Expr.Subquery subquery -> subquery.modifiers();
      default -> null;
    };
  }

  /** The expression with other modifiers, up to the token read last. */
  private Expr with(Expr expr, Modifiers modifiers) {
    Span span = expr.span().to(tokens.last());
    return switch (expr) {
      case Expr.VectorSelector s ->
          new Expr.VectorSelector(s.name(), s.matchers(), modifiers, span);
      case Expr.MatrixSelector m ->
          new Expr.MatrixSelector(
              new Expr.VectorSelector(
                  m.selector().name(), m.selector().matchers(), modifiers, m.selector().span()),
              m.range(),
              span);
      case Expr.Subquery s -> new Expr.Subquery(s.operand(), s.range(), s.step(), modifiers, span);
      default -> throw new IllegalStateException("no modifiers on " + expr);
    };
  }
}
