package dev.tidemill.promql.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which series of two vectors belong together.
 *
 * @param on whether {@code labels} are those that must agree, or those that need not
 * @param include labels that the many side takes over from the one side
 * @param fillLeft stands in for a missing series on the left
 * @param fillRight stands in for a missing series on the right
 */
public record VectorMatching(
    Cardinality cardinality,
    boolean on,
    List<String> labels,
    List<String> include,
    @Nullable Double fillLeft,
    @Nullable Double fillRight) {

  public static final VectorMatching DEFAULT =
      new VectorMatching(Cardinality.ONE_TO_ONE, false, List.of(), List.of(), null, null);

  public VectorMatching {
    labels = List.copyOf(labels);
    include = List.copyOf(include);
  }

  /** How many series of one side may belong to one of the other. */
  public enum Cardinality {
    ONE_TO_ONE,
    /** {@code group_left} */
    MANY_TO_ONE,
    /** {@code group_right} */
    ONE_TO_MANY,
    MANY_TO_MANY
  }

  public VectorMatching cardinality(Cardinality other) {
    return new VectorMatching(other, on, labels, include, fillLeft, fillRight);
  }

  public boolean fills() {
    return fillLeft != null || fillRight != null;
  }
}
