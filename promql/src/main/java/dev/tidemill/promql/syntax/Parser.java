package dev.tidemill.promql.syntax;

import dev.tidemill.promql.syntax.VectorMatching.Cardinality;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Precedence climbing over the tokens. */
final class Parser {
  /**
   * Also bounds the stack of everything that walks a tree. A level takes up to 2.2 KiB here, and a
   * thread has 1 MiB.
   */
  static final int MAX_DEPTH = 200;

  private static final Set<String> NEVER_A_METRIC =
      Set.of("bool", "on", "ignoring", "group_left", "group_right", "atan2");

  private final Tokens tokens;
  private final SelectorParser selectors;
  private final SuffixParser suffixes;
  private int depth;

  Parser(Tokens tokens) {
    this.tokens = tokens;
    this.selectors = new SelectorParser(tokens);
    this.suffixes = new SuffixParser(tokens);
  }

  /** Whether a word means something else where a metric's name could stand. */
  static boolean isReserved(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return NEVER_A_METRIC.contains(lower) || lower.equals("inf") || lower.equals("nan");
  }

  Expr query() {
    if (tokens.peek().is(TokenKind.END)) {
      throw tokens.error(tokens.peek().span(), "no expression found in input");
    }
    Expr expr = expression(0);
    if (!tokens.peek().is(TokenKind.END)) {
      throw tokens.unexpected("", "");
    }
    return expr;
  }

  private Expr expression(int lowest) {
    if (++depth > MAX_DEPTH) {
      throw tokens.error(tokens.peek().span(), "expression is nested too deeply");
    }
    Expr left = suffixes.suffixes(operand());
    while (true) {
      Token token = tokens.peek();
      BinaryOp op = BinaryOp.of(token);
      if (op == null || op.precedence() < lowest) {
        depth--;
        return left;
      }
      tokens.next();
      boolean bool = tokens.takeWord("bool");
      VectorMatching matching = matching();
      Expr right = expression(op.rightAssociative() ? op.precedence() : op.precedence() + 1);
      left = new Expr.Binary(op, left, right, bool, matching, left.span().to(right.span()));
    }
  }

  private VectorMatching matching() {
    VectorMatching matching = VectorMatching.DEFAULT;
    boolean on = tokens.peek().isWord("on");
    if (on || tokens.peek().isWord("ignoring")) {
      tokens.next();
      List<String> labels = selectors.labels();
      Cardinality cardinality = Cardinality.ONE_TO_ONE;
      List<String> include = List.of();
      boolean left = tokens.peek().isWord("group_left");
      if (left || tokens.peek().isWord("group_right")) {
        tokens.next();
        cardinality = left ? Cardinality.MANY_TO_ONE : Cardinality.ONE_TO_MANY;
        include = tokens.peek().is(TokenKind.LEFT_PAREN) ? selectors.labels() : List.of();
      }
      matching = new VectorMatching(cardinality, on, labels, include, null, null);
    }
    while (isFill(tokens.peek()) && tokens.peek(1).is(TokenKind.LEFT_PAREN)) {
      matching = fill(matching);
    }
    return matching;
  }

  private static boolean isFill(Token token) {
    return token.isWord("fill") || token.isWord("fill_left") || token.isWord("fill_right");
  }

  private VectorMatching fill(VectorMatching m) {
    Token word = tokens.next();
    tokens.require(Feature.FILL_MODIFIERS, word.span(), "the " + word.text() + " modifier");
    tokens.next();
    Expr value = expression(0).bare();
    if (!(value instanceof Expr.NumberLiteral number)) {
      throw tokens.error(value.span(), "expected a number in " + word.text());
    }
    tokens.expect(TokenKind.RIGHT_PAREN, word.text(), "\")\"");
    Double left = word.isWord("fill_right") ? m.fillLeft() : Double.valueOf(number.value());
    Double right = word.isWord("fill_left") ? m.fillRight() : Double.valueOf(number.value());
    return new VectorMatching(m.cardinality(), m.on(), m.labels(), m.include(), left, right);
  }

  private Expr operand() {
    Token token = tokens.peek();
    return switch (token.kind()) {
      case OPERATOR -> sign();
      case NUMBER, DURATION -> number(tokens.next());
      case STRING -> new Expr.StringLiteral(tokens.string(tokens.next()), token.span());
      case LEFT_PAREN -> {
        tokens.next();
        Expr inner = expression(0);
        tokens.expect(TokenKind.RIGHT_PAREN, "", "\")\"");
        yield new Expr.Paren(inner, token.span().to(tokens.last()));
      }
      case LEFT_BRACE -> selectors.selector(null);
      case METRIC_NAME -> selectors.selector(tokens.next());
      case IDENTIFIER -> word();
      default -> throw tokens.unexpected("", "");
    };
  }

  private Expr sign() {
    Token sign = tokens.next();
    if (!sign.isSign("+") && !sign.isSign("-")) {
      throw tokens.error(sign.span(), "unexpected " + sign.described());
    }
    boolean negative = sign.isSign("-");
    Expr operand = expression(BinaryOp.ABOVE_PRODUCT);
    Span span = sign.span().to(operand.span());
    if (operand instanceof Expr.NumberLiteral number) {
      return new Expr.NumberLiteral(
          negative ? -number.value() : number.value(), number.duration(), span);
    }
    return new Expr.Unary(negative, operand, span);
  }

  private Expr number(Token token) {
    try {
      boolean duration = token.is(TokenKind.DURATION);
      double value =
          duration
              ? Durations.parse(token.text()).toMillis() / 1000.0
              : Numbers.parse(token.text());
      return new Expr.NumberLiteral(value, duration, token.span());
    } catch (IllegalArgumentException e) {
      throw tokens.error(token.span(), "error parsing number: " + e.getMessage());
    }
  }

  private Expr word() {
    Token word = tokens.next();
    AggregateOp op = AggregateOp.of(word.text());
    Token behind = tokens.peek();
    boolean call = behind.is(TokenKind.LEFT_PAREN);
    if (op != null && (call || behind.isWord("by") || behind.isWord("without"))) {
      return aggregate(op, word);
    }
    if (call) {
      return call(word);
    }
    if (word.isWord("inf") || word.isWord("nan")) {
      double value = word.isWord("inf") ? Double.POSITIVE_INFINITY : Double.NaN;
      return new Expr.NumberLiteral(value, false, word.span());
    }
    if (isReserved(word.text())) {
      throw tokens.error(word.span(), "unexpected <" + word.text() + ">");
    }
    return selectors.selector(word);
  }

  private Expr call(Token name) {
    Signature function = Functions.find(name.text());
    if (function == null) {
      throw tokens.error(name.span(), "unknown function with name " + Quoting.quote(name.text()));
    }
    if (function.experimental()) {
      tokens.require(
          Feature.ofFunction(name.text()), name.span(), "function " + Quoting.quote(name.text()));
    }
    List<Expr> arguments = arguments();
    return new Expr.Call(function, arguments, name.span().to(tokens.last()));
  }

  private List<Expr> arguments() {
    tokens.expect(TokenKind.LEFT_PAREN, "aggregation", "\"(\"");
    var arguments = new ArrayList<Expr>();
    while (!tokens.take(TokenKind.RIGHT_PAREN)) {
      arguments.add(expression(0));
      Token comma = tokens.peek();
      if (tokens.take(TokenKind.COMMA)) {
        if (tokens.peek().is(TokenKind.RIGHT_PAREN)) {
          throw tokens.error(comma.span(), "trailing commas not allowed in function call args");
        }
      } else if (!comma.is(TokenKind.RIGHT_PAREN)) {
        throw tokens.unexpected("", "\",\" or \")\"");
      }
    }
    return arguments;
  }

  private Expr aggregate(AggregateOp op, Token name) {
    Feature feature = op.feature();
    if (feature != null) {
      tokens.require(feature, name.span(), "aggregation " + Quoting.quote(op.text()));
    }
    List<String> labels = null;
    boolean without = tokens.peek().isWord("without");
    if (isGrouping()) {
      labels = selectors.labels();
    }
    List<Expr> arguments = arguments();
    if (labels == null) {
      without = tokens.peek().isWord("without");
      labels = isGrouping() ? selectors.labels() : List.of();
    }
    Span span = name.span().to(tokens.last());
    int expected = op.parameter() == null ? 1 : 2;
    if (arguments.size() != expected) {
      throw tokens.error(
          span,
          "wrong number of arguments for aggregate expression provided, expected %d, got %d"
              .formatted(expected, arguments.size()));
    }
    @Nullable Expr parameter = expected == 1 ? null : arguments.getFirst();
    return new Expr.Aggregate(op, arguments.getLast(), parameter, labels, without, span);
  }

  private boolean isGrouping() {
    return tokens.takeWord("by") || tokens.takeWord("without");
  }
}
