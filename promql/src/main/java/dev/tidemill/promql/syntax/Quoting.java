package dev.tidemill.promql.syntax;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/** String literals as Go writes and reads them. */
public final class Quoting {
  private static final String ESCAPES = "abfnrtv\\'\"";
  private static final String MEANINGS = "\u0007\b\f\n\r\t\u000b\\'\"";

  private Quoting() {}

  /** In double quotes, with escapes. */
  public static String quote(String text) {
    return '"' + escaped(text, '"') + '"';
  }

  static String escaped(String text, char quote) {
    var out = new StringBuilder();
    text.codePoints().forEach(c -> escape(out, c, quote));
    return out.toString();
  }

  private static void escape(StringBuilder out, int c, char quote) {
    int known = MEANINGS.indexOf(c);
    if (c == quote || (known >= 0 && c != '\'' && c != '"')) {
      out.append('\\').append(ESCAPES.charAt(known));
    } else if (c >= 0xdc80 && c <= 0xdcff) {
      out.append("\\x%02x".formatted(c - 0xdc00));
    } else if (c < 0x20 || c == 0x7f) {
      out.append("\\x%02x".formatted(c));
    } else if (Character.isISOControl(c) || !Character.isDefined(c) || c == 0xfeff) {
      out.append(c > 0xffff ? "\\U%08x".formatted(c) : "\\u%04x".formatted(c));
    } else {
      out.appendCodePoint(c);
    }
  }

  /**
   * The meaning of a literal with its quotes.
   *
   * @throws IllegalArgumentException if an escape is none
   */
  public static String unquote(String literal) {
    String body = literal.substring(1, literal.length() - 1);
    return literal.charAt(0) == '`' ? body : new Reading(body).done();
  }

  /** Escapes can spell single bytes, so that the text is put together from bytes. */
  private static final class Reading {
    private final String body;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int at;

    Reading(String body) {
      this.body = body;
    }

    String done() {
      while (at < body.length()) {
        if (body.charAt(at) == '\\') {
          escape();
        } else {
          int c = body.codePointAt(at);
          bytes.writeBytes(Character.toString(c).getBytes(UTF_8));
          at += Character.charCount(c);
        }
      }
      return decoded(bytes.toByteArray());
    }

    private void escape() {
      char kind = body.charAt(at + 1);
      at += 2;
      int plain = ESCAPES.indexOf(kind);
      if (plain >= 0) {
        bytes.write(MEANINGS.charAt(plain));
      } else if (kind == 'x') {
        bytes.write(digits(2, 16, 0xff));
      } else if (kind == 'u' || kind == 'U') {
        int c = digits(kind == 'u' ? 4 : 8, 16, Character.MAX_CODE_POINT);
        if (c >= 0xd800 && c <= 0xdfff) {
          throw new IllegalArgumentException("a surrogate is no character");
        }
        bytes.writeBytes(Character.toString(c).getBytes(UTF_8));
      } else if (kind >= '0' && kind <= '7') {
        at--;
        bytes.write(digits(3, 8, 0xff));
      } else {
        throw new IllegalArgumentException("unknown escape sequence '\\" + kind + "'");
      }
    }

    private int digits(int count, int radix, int limit) {
      if (at + count > body.length()) {
        throw new IllegalArgumentException("escape sequence is too short");
      }
      String digits = body.substring(at, at + count);
      at += count;
      if (!digits.chars().allMatch(c -> Character.digit(c, radix) >= 0)
          || Long.parseLong(digits, radix) > limit) {
        throw new IllegalArgumentException("invalid escape sequence '" + digits + "'");
      }
      return (int) Long.parseLong(digits, radix);
    }
  }

  /** Bytes that are no UTF-8 become lone surrogates, so that nothing is lost. */
  private static String decoded(byte[] bytes) {
    var out = new StringBuilder();
    ByteBuffer left = ByteBuffer.wrap(bytes);
    CharBuffer chars = CharBuffer.allocate(bytes.length + 1);
    while (true) {
      var decoder = UTF_8.newDecoder();
      var result = decoder.decode(left, chars, true);
      out.append(chars.flip());
      chars.clear();
      if (!result.isError()) {
        return out.toString();
      }
      for (int i = 0; i < result.length(); i++) {
        out.append((char) (0xdc00 + (left.get() & 0xff)));
      }
    }
  }

  /** Whether all of it is Unicode, as names and values must be. */
  public static boolean isUnicode(String text) {
    return UTF_8.newEncoder().canEncode(text);
  }
}
