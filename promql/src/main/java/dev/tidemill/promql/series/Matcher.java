package dev.tidemill.promql.series;

import com.google.re2j.Pattern;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A condition on one label; a series without the label has it with an empty value. Expressions are
 * RE2's, must match the whole value, and their dot matches a line's end too. Immutable.
 */
public final class Matcher {

  /** How the value is compared. */
  public enum Op {
    EQUAL("="),
    NOT_EQUAL("!="),
    MATCHES("=~"),
    MATCHES_NOT("!~");

    private final String sign;

    Op(String sign) {
      this.sign = sign;
    }

    public String sign() {
      return sign;
    }
  }

  private final String label;
  private final Op op;
  private final String value;
  private final @Nullable Pattern pattern;

  public Matcher(String label, Op op, String value) {
    this.label = label;
    this.op = op;
    this.value = value;
    this.pattern = op == Op.MATCHES || op == Op.MATCHES_NOT ? Expressions.compile(value) : null;
  }

  public static Matcher equal(String label, String value) {
    return new Matcher(label, Op.EQUAL, value);
  }

  public String label() {
    return label;
  }

  public Op op() {
    return op;
  }

  public String value() {
    return value;
  }

  public boolean matches(Labels labels) {
    return matches(labels.get(label));
  }

  public boolean matches(String actual) {
    return switch (op) {
      case EQUAL -> actual.equals(value);
      case NOT_EQUAL -> !actual.equals(value);
      case MATCHES -> found(actual);
      case MATCHES_NOT -> !found(actual);
    };
  }

  private boolean found(String actual) {
    return Objects.requireNonNull(pattern).matcher(actual).matches();
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Matcher other
        && label.equals(other.label)
        && op == other.op
        && value.equals(other.value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(label, op, value);
  }

  @Override
  public String toString() {
    return label + op.sign + '"' + value + '"';
  }
}
