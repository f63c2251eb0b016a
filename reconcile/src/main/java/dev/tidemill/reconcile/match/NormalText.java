package dev.tidemill.reconcile.match;

import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Texts as {@code normalized_eq} and {@code similarity} see them: compatibility forms as one
 * (NFKC), without case, white space at the ends removed and inside made one blank; without
 * punctuation (Unicode category P) if asked. A text of which nothing is left is NULL.
 */
public final class NormalText {
  private NormalText() {}

  public static @Nullable String of(String text, boolean stripPunctuation) {
    String plain = Normalizer.normalize(text, Normalizer.Form.NFKC);
    String folded = plain.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    String again = Normalizer.normalize(folded, Normalizer.Form.NFKC);
    var result = new StringBuilder(again.length());
    boolean gap = false;
    for (int i = 0; i < again.length(); ) {
      int letter = again.codePointAt(i);
      i += Character.charCount(letter);
      if (stripPunctuation && isPunctuation(letter)) {
        continue;
      }
      if (Character.isWhitespace(letter) || Character.isSpaceChar(letter)) {
        gap = true;
        continue;
      }
      if (gap && !result.isEmpty()) {
        result.append(' ');
      }
      gap = false;
      result.appendCodePoint(letter);
    }
    return result.isEmpty() ? null : result.toString();
  }

  private static boolean isPunctuation(int letter) {
    return switch (Character.getType(letter)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }
}
