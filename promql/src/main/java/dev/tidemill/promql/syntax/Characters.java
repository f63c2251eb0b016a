package dev.tidemill.promql.syntax;

/** Letters and digits of the language are ASCII only. */
final class Characters {
  private Characters() {}

  /** The character, or 0 behind the end. */
  static char at(String text, int index) {
    return index < text.length() ? text.charAt(index) : 0;
  }

  /** Where half a character stands, which no encoding can say; -1 if nowhere. */
  static int unpairedSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      int c = text.codePointAt(i);
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        return i;
      }
      i += Character.charCount(c) - 1;
    }
    return -1;
  }

  static boolean isLetter(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isWord(char c) {
    return isLetter(c) || isDigit(c);
  }

  /** Whether a label can be written without quotes. */
  static boolean isLabelName(String name) {
    return !name.isEmpty()
        && isLetter(name.charAt(0))
        && name.chars().allMatch(c -> isWord((char) c));
  }
}
