package dev.tidemill.reconcile.recipe;

/** What becomes of records of one source that share a primary key. */
public enum DuplicatePolicy implements Worded {
  /** All take part. */
  KEEP("keep"),
  /** The first in file order takes part; the others are unmatched as {@code duplicate}. */
  FIRST("first"),
  /** The run fails. */
  REFUSE("refuse");

  private final String word;

  DuplicatePolicy(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }
}
