package dev.tidemill.reconcile.match;

/** In which form an operand is kept. */
enum Form {
  /** As it is in the source. */
  RAW,
  /** An exact number. */
  NUMBER,
  /** A text derived in Java. */
  DERIVED,
  /** A text normalised in Java. */
  NORMAL,
  /** The same, without punctuation. */
  BARE,
  /** Days since Monday, 1 January of the year 1. */
  DAY,
  /** Seven times the Mondays to Fridays since then, the day itself not counted. */
  BUSINESS_DAY;

  boolean inJava() {
    return this == DERIVED || this == NORMAL || this == BARE;
  }
}
