package dev.tidemill.reconcile.recipe;

/** Which of the two sources. */
public enum Side {
  LEFT("left"),
  RIGHT("right");

  private final String word;

  Side(String word) {
    this.word = word;
  }

  /** As in recipes and evidence. */
  public String word() {
    return word;
  }

  public Side other() {
    return this == LEFT ? RIGHT : LEFT;
  }
}
