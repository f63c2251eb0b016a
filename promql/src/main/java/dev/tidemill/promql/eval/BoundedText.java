package dev.tidemill.promql.eval;

/** The value of a label being made. A few nested functions could double it beyond all memory. */
final class BoundedText {
  private static final int MAX_LENGTH = 1 << 20;

  private final StringBuilder text = new StringBuilder();

  BoundedText append(String more) {
    if (text.length() + more.length() > MAX_LENGTH) {
      throw EvalErrors.failed("a label's value is longer than a million characters");
    }
    text.append(more);
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
