package dev.tidemill.promql.syntax;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parser's place in the text. */
final class Tokens {
  private final String text;
  private final List<Token> tokens;
  private final @Nullable ParseError lexing;
  private final Set<Feature> features;
  private int at;

  Tokens(String text, Set<Feature> features) {
    this.text = text;
    Lexer.Result result = Lexer.tokens(text);
    this.tokens = result.tokens();
    this.lexing = result.error();
    this.features = features;
  }

  Token peek() {
    return peek(0);
  }

  Token peek(int ahead) {
    int index = at + ahead;
    if (index >= tokens.size() && lexing != null) {
      throw lexing;
    }
    return tokens.get(Math.min(index, tokens.size() - 1));
  }

  Token next() {
    Token token = peek();
    if (!token.is(TokenKind.END)) {
      at++;
    }
    return token;
  }

  boolean take(TokenKind kind) {
    return peek().is(kind) && next() != null;
  }

  boolean takeWord(String word) {
    return peek().isWord(word) && next() != null;
  }

  Token expect(TokenKind kind, String context, String expected) {
    if (!peek().is(kind)) {
      throw unexpected(context, expected);
    }
    return next();
  }

  /** Of the token read last. */
  Span last() {
    return tokens.get(Math.max(0, at - 1)).span();
  }

  ParseError unexpected(String context, String expected) {
    String message = "unexpected " + peek().described();
    if (!context.isEmpty()) {
      message += " in " + context;
    }
    if (!expected.isEmpty()) {
      message += ", expected " + expected;
    }
    return error(peek().span(), message);
  }

  ParseError error(Span span, String what) {
    return ParseError.at(span, text, what);
  }

  /** Throws unless the feature is switched on and known to this engine. */
  void require(Feature feature, Span span, String what) {
    if (!features.contains(feature) || !feature.available()) {
      throw ParseError.experimental(span, text, what, feature);
    }
  }

  String string(Token literal) {
    try {
      return Quoting.unquote(literal.text());
    } catch (IllegalArgumentException e) {
      throw error(
          literal.span(),
          "error unquoting string %s: %s".formatted(Quoting.quote(literal.text()), e.getMessage()));
    }
  }
}
