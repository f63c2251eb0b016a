package dev.tidemill.reconcile.match;

/**
 * How many pairs a rule may compare.
 *
 * @param pairs without a key that separates records, and where Java looks at every pair
 * @param keyedPairs with one
 */
public record MatchLimits(long pairs, long keyedPairs) {
  public static final MatchLimits DEFAULT = new MatchLimits(10_000_000, 1_000_000_000);
}
