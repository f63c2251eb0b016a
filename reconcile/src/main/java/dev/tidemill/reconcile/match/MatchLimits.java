package dev.tidemill.reconcile.match;

/**
 * How much a rule may compare.
 *
 * @param pairs without a key that separates records, and where Java looks at every pair
 * @param keyedPairs with one
 * @param explainedPairs looked at to find the closest candidates of one side by one rule
 * @param page how many pairs Java holds at a time
 */
public record MatchLimits(long pairs, long keyedPairs, long explainedPairs, int page) {
  public static final MatchLimits DEFAULT =
      new MatchLimits(10_000_000, 1_000_000_000, 10_000_000, 100_000);

  public MatchLimits {
    if (pairs < 1 || keyedPairs < pairs || explainedPairs < 1 || page < 1) {
      throw new IllegalArgumentException("limits are positive, and larger with a key");
    }
  }
}
