package dev.tidemill.promql.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a query into tokens. What a character means depends on the innermost open bracket: a colon
 * parts range and step within square ones and belongs to a name elsewhere; an equals sign is a
 * matcher within braces.
 */
final class Lexer {
  private static final String SIGNS = "+-*/%^";

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private final Deque<Token> open = new ArrayDeque<>();
  private int at;

  private Lexer(String text) {
    this.text = text;
  }

  /**
   * The tokens up to the end or to what is none.
   *
   * @param error why there are no more, if not for the end; told when the parser gets there, so
   *     that of two mistakes the first is told
   */
  record Result(List<Token> tokens, @Nullable ParseError error) {}

  static Result tokens(String text) {
    var lexer = new Lexer(text);
    try {
      while (lexer.at < text.length()) {
        lexer.next();
      }
      lexer.end();
      return new Result(lexer.tokens, null);
    } catch (ParseError e) {
      return new Result(lexer.tokens, e);
    }
  }

  private void next() {
    char c = text.charAt(at);
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      at++;
    } else if (c == '#') {
      int line = text.indexOf('\n', at);
      at = line < 0 ? text.length() : line;
    } else if (c == '"' || c == '\'' || c == '`') {
      string(c);
    } else if (Characters.isLetter(c) || (c == ':' && !inside(TokenKind.LEFT_BRACKET))) {
      word();
    } else if (inside(TokenKind.LEFT_BRACE)) {
      insideBraces(c);
    } else if (Characters.isDigit(c)
        || (c == '.' && Characters.isDigit(Characters.at(text, at + 1)))) {
      number();
    } else {
      sign(c);
    }
  }

  private void sign(char c) {
    switch (c) {
      case '(' -> opening(TokenKind.LEFT_PAREN);
      case '[' -> opening(TokenKind.LEFT_BRACKET);
      case '{' -> opening(TokenKind.LEFT_BRACE);
      case ')' -> closing(TokenKind.RIGHT_PAREN, TokenKind.LEFT_PAREN, "parenthesis");
      case ']' -> closing(TokenKind.RIGHT_BRACKET, TokenKind.LEFT_BRACKET, "bracket");
      case '}' -> closing(TokenKind.RIGHT_BRACE, TokenKind.LEFT_BRACE, "brace");
      case ',' -> add(TokenKind.COMMA, 1);
      case ':' -> add(TokenKind.COLON, 1);
      case '@' -> add(TokenKind.AT, 1);
      case '=', '!', '<', '>' -> comparison(c);
      default -> {
        if (SIGNS.indexOf(c) < 0) {
          throw unexpectedCharacter();
        }
        add(TokenKind.OPERATOR, 1);
      }
    }
  }

  private void comparison(char c) {
    boolean twice = Characters.at(text, at + 1) == '=';
    if (!twice && (c == '=' || c == '!')) {
      throw unexpectedCharacter();
    }
    if (Characters.at(text, at + 1) == '/') {
      throw ParseError.experimental(
          new Span(at, at + 2),
          text,
          "operator '%s/', which trims native histograms,".formatted(c),
          Feature.NATIVE_HISTOGRAMS);
    }
    add(TokenKind.OPERATOR, twice ? 2 : 1);
  }

  private void insideBraces(char c) {
    char second = Characters.at(text, at + 1);
    switch (c) {
      case ',' -> add(TokenKind.COMMA, 1);
      case '}' -> closing(TokenKind.RIGHT_BRACE, TokenKind.LEFT_BRACE, "brace");
      case '=' -> add(TokenKind.MATCH, second == '~' ? 2 : 1);
      case '!' -> {
        if (second != '=' && second != '~') {
          throw unexpectedCharacter();
        }
        add(TokenKind.MATCH, 2);
      }
      case '{' -> throw error(at, "unexpected left brace '{' inside braces");
      default -> throw error(at, "unexpected character inside braces: " + shown());
    }
  }

  private void word() {
    int end = at;
    boolean colons = !inside(TokenKind.LEFT_BRACE) && !inside(TokenKind.LEFT_BRACKET);
    while (Characters.isWord(Characters.at(text, end))
        || (colons && Characters.at(text, end) == ':')) {
      end++;
    }
    if (end == at) {
      throw unexpectedCharacter();
    }
    boolean colon = text.substring(at, end).indexOf(':') >= 0;
    add(colon ? TokenKind.METRIC_NAME : TokenKind.IDENTIFIER, end - at);
  }

  private void number() {
    var scan = new NumberScan(text, at);
    boolean number = scan.number();
    if (!number && !scan.restOfDuration()) {
      throw error(
          at, "bad number or duration syntax: " + Quoting.quote(text.substring(at, scan.end())));
    }
    add(number ? TokenKind.NUMBER : TokenKind.DURATION, scan.end() - at);
  }

  private void string(char quote) {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != quote) {
      char c = text.charAt(end);
      if (c == '\n' && quote != '`') {
        break;
      }
      end += c == '\\' && quote != '`' ? 2 : 1;
    }
    if (end >= text.length() || text.charAt(end) != quote) {
      throw error(at, quote == '`' ? "unterminated raw string" : "unterminated quoted string");
    }
    add(TokenKind.STRING, end + 1 - at);
  }

  private void opening(TokenKind kind) {
    add(kind, 1);
    open.push(tokens.getLast());
  }

  private void closing(TokenKind kind, TokenKind opened, String name) {
    if (!inside(opened)) {
      throw error(at, "unexpected right %s '%s'".formatted(name, text.charAt(at)));
    }
    open.pop();
    add(kind, 1);
  }

  private void end() {
    if (!open.isEmpty()) {
      String name =
          switch (open.peek().kind()) {
            case LEFT_PAREN -> "parenthesis";
            case LEFT_BRACE -> "brace";
            default -> "bracket";
          };
      throw error(at, "unclosed left " + name);
    }
    add(TokenKind.END, 0);
  }

  private boolean inside(TokenKind bracket) {
    return !open.isEmpty() && open.peek().is(bracket);
  }

  private void add(TokenKind kind, int length) {
    tokens.add(new Token(kind, text.substring(at, at + length), new Span(at, at + length)));
    at += length;
  }

  private ParseError unexpectedCharacter() {
    return error(at, "unexpected character: " + shown());
  }

  private String shown() {
    return "'" + Quoting.escaped(Character.toString(text.codePointAt(at)), '\'') + "'";
  }

  private ParseError error(int where, String what) {
    return ParseError.at(new Span(where, where + 1), text, what);
  }
}
