package dev.tidemill.promql.syntax;

/** What the lexer tells apart. Keywords are identifiers; the parser knows where they count. */
enum TokenKind {
  /** A word without colons. */
  IDENTIFIER,
  /** A word with colons: only a metric can be called so. */
  METRIC_NAME,
  NUMBER,
  DURATION,
  STRING,
  /** Signs between expressions. */
  OPERATOR,
  /** {@code = != =~ !~} within braces. */
  MATCH,
  LEFT_PAREN,
  RIGHT_PAREN,
  LEFT_BRACE,
  RIGHT_BRACE,
  LEFT_BRACKET,
  RIGHT_BRACKET,
  COMMA,
  COLON,
  AT,
  END
}
