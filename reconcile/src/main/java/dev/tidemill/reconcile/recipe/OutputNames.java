package dev.tidemill.reconcile.recipe;

/** Names of the evidence files inside their folder. */
public record OutputNames(String matched, String unmatchedLeft, String unmatchedRight) {
  public static final OutputNames DEFAULT =
      new OutputNames("matched.parquet", "unmatched_left.parquet", "unmatched_right.parquet");

  public String unmatched(Side side) {
    return side == Side.LEFT ? unmatchedLeft : unmatchedRight;
  }
}
