package dev.tidemill.core;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what a person probably meant. */
public final class NameSuggestion {
  private NameSuggestion() {}

  /** The candidate nearest to {@code written}, when it is near enough to be worth saying. */
  public static Optional<String> closest(String written, Collection<String> candidates) {
    int limit = Math.max(1, written.length() / 3);
    return candidates.stream()
        .filter(candidate -> distance(written, candidate) <= limit)
        .min(
            Comparator.comparingInt((String candidate) -> distance(written, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** Edits that turn one into the other; two neighbours swapped count as one. */
  static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    Arrays.setAll(last, j -> j);
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(row[j - 1] + 1, last[j] + 1), last[j - 1] + change);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[b.length()];
  }
}
