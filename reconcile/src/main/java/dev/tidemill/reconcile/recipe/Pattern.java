package dev.tidemill.reconcile.recipe;

/** How many records of either side make a match. */
public enum Pattern implements Worded {
  ONE_TO_ONE("1:1"),
  ONE_TO_MANY("1:N"),
  MANY_TO_ONE("M:1"),
  MANY_TO_MANY("M:N");

  private final String word;

  Pattern(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }
}
