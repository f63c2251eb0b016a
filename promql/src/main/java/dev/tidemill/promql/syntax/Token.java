package dev.tidemill.promql.syntax;

/** A piece of the text. */
record Token(TokenKind kind, String text, Span span) {

  boolean is(TokenKind other) {
    return kind == other;
  }

  /** A keyword, in any case of letters. */
  boolean isWord(String word) {
    return kind == TokenKind.IDENTIFIER && text.equalsIgnoreCase(word);
  }

  boolean isSign(String sign) {
    return kind == TokenKind.OPERATOR && text.equals(sign);
  }

  /** For messages. */
  String described() {
    return switch (kind) {
      case END -> "end of input";
      case IDENTIFIER, METRIC_NAME -> "identifier " + Quoting.quote(text);
      case NUMBER -> "number " + Quoting.quote(text);
      case DURATION -> "duration " + Quoting.quote(text);
      case STRING -> "string " + Quoting.quote(text);
      default -> Quoting.quote(text);
    };
  }
}
