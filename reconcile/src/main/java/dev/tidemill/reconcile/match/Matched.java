package dev.tidemill.reconcile.match;

/**
 * What a rule did.
 *
 * @param matches pairs or groups
 * @param left records of the left side
 */
record Matched(long matches, long left, long right) {
  static final Matched NOTHING = new Matched(0, 0, 0);
}
