package dev.tidemill.reconcile.recipe;

import java.math.BigDecimal;

/** What must hold between left and right. NULL never holds unless it is said. */
public sealed interface Condition {

  Operand left();

  Operand right();

  default Operand operand(Side side) {
    return side == Side.LEFT ? left() : right();
  }

  /** For evidence: {@code amount}, or {@code amount/paid} when the sides differ. */
  default String label() {
    String left = left().label();
    String right = right().label();
    return left.equals(right) ? left : left + "/" + right;
  }

  /** Judged pair by pair. */
  sealed interface OfPair extends Condition {}

  /** An equality: two records are candidates for each other only when all keys of a rule agree. */
  sealed interface Key extends OfPair {}

  record Equal(Operand left, Operand right, boolean nullEqualsNull) implements Key {}

  /** Equal after normalising; see {@code NormalText}. */
  record NormalizedEqual(Operand left, Operand right, boolean stripPunctuation) implements Key {}

  record Tolerance(Operand left, Operand right, Allowed allowed) implements OfPair {}

  /** Left compared with right. */
  record Compare(Operand left, Operand right, Comparison comparison) implements OfPair {}

  /** Left contains, starts or ends with right; an empty right is in nothing. */
  record TextTest(Operand left, Operand right, TextRelation relation) implements OfPair {}

  /**
   * @param business Mondays to Fridays are counted; a weekend counts as the Friday before
   */
  record DateWindow(Operand left, Operand right, int days, boolean business) implements OfPair {}

  /** Jaro-Winkler similarity of the normalised texts, at least the threshold. */
  record Similar(Operand left, Operand right, BigDecimal threshold) implements OfPair {}

  /** The sums over both sides of a group are near enough. */
  record Sum(Operand left, Operand right, Allowed allowed) implements Condition {}

  enum Comparison implements Worded {
    GT("gt", ">"),
    GTE("gte", ">="),
    LT("lt", "<"),
    LTE("lte", "<=");

    private final String word;
    private final String sign;

    Comparison(String word, String sign) {
      this.word = word;
      this.sign = sign;
    }

    @Override
    public String word() {
      return word;
    }

    public String sign() {
      return sign;
    }
  }

  enum TextRelation implements Worded {
    CONTAINS("contains"),
    STARTSWITH("startswith"),
    ENDSWITH("endswith");

    private final String word;

    TextRelation(String word) {
      this.word = word;
    }

    @Override
    public String word() {
      return word;
    }
  }
}
