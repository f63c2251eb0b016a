package dev.tidemill.reconcile.recipe;

import java.math.BigDecimal;
import java.util.List;

/**
 * A condition on one column of one source.
 *
 * @param values one, two for {@code between} (both inclusive), any number for {@code in}, none for
 *     the null tests
 */
public record Filter(String column, Op op, List<Value> values) {
  public Filter {
    values = List.copyOf(values);
  }

  /** What a recipe may compare a column with. */
  public sealed interface Value {
    /** Text; also a date or a timestamp in ISO form when the column is one. */
    record Text(String text) implements Value {}

    record Amount(BigDecimal number) implements Value {}

    record Truth(boolean truth) implements Value {}
  }

  /** What is asked of the column. */
  public enum Op implements Worded {
    EQ("eq"),
    NEQ("neq"),
    GT("gt"),
    GTE("gte"),
    LT("lt"),
    LTE("lte"),
    BETWEEN("between"),
    IN("in"),
    CONTAINS("contains"),
    STARTSWITH("startswith"),
    ENDSWITH("endswith"),
    IS_NULL("is_null"),
    NOT_NULL("not_null");

    private final String word;

    Op(String word) {
      this.word = word;
    }

    @Override
    public String word() {
      return word;
    }
  }
}
