package dev.tidemill.reconcile.match;

import java.util.Arrays;

/**
 * Jaro-Winkler similarity over code points, rounded to nine digits: letters agree within half the
 * longer text's length, less one; up to four equal first letters raise the result, each by a tenth
 * of what is missing.
 */
public final class JaroWinkler {
  private static final double STEP = 0.1;
  private static final int PREFIX = 4;

  private JaroWinkler() {}

  public static double similarity(String left, String right) {
    int[] a = left.codePoints().toArray();
    int[] b = right.codePoints().toArray();
    double jaro = jaro(a, b);
    int prefix = 0;
    while (prefix < Math.min(PREFIX, Math.min(a.length, b.length)) && a[prefix] == b[prefix]) {
      prefix++;
    }
    return Math.round((jaro + prefix * STEP * (1 - jaro)) * 1e9) / 1e9;
  }

  private static double jaro(int[] a, int[] b) {
    if (Arrays.equals(a, b)) {
      return 1;
    }
    int reach = Math.max(0, Math.max(a.length, b.length) / 2 - 1);
    boolean[] inA = new boolean[a.length];
    boolean[] inB = new boolean[b.length];
    int common = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = Math.max(0, i - reach); j <= Math.min(b.length - 1, i + reach); j++) {
        if (!inB[j] && a[i] == b[j]) {
          inA[i] = true;
          inB[j] = true;
          common++;
          break;
        }
      }
    }
    if (common == 0) {
      return 0;
    }
    int moved = 0;
    int j = 0;
    for (int i = 0; i < a.length; i++) {
      if (inA[i]) {
        while (!inB[j]) {
          j++;
        }
        if (a[i] != b[j++]) {
          moved++;
        }
      }
    }
    double m = common;
    return (m / a.length + m / b.length + (m - moved / 2.0) / m) / 3;
  }
}
