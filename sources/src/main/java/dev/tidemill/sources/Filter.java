package dev.tidemill.sources;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.tidemill.core.error.Problem;
import java.util.List;
import java.util.Locale;

/**
 * Leaves rows out at the source. A value is text in the form the column's type is written in; as in
 * SQL, a row whose column is NULL satisfies none.
 *
 * @param value one value; two for between, one or more for in
 */
public record Filter(String column, Op op, List<String> value) {

  @JsonCreator
  public Filter(
      @JsonProperty("column") String column,
      @JsonProperty("op") Op op,
      @JsonProperty("value") List<String> value) {
    this.column = column;
    this.op = op;
    this.value = value == null ? List.of() : List.copyOf(value);
    int n = this.value.size();
    boolean fits =
        switch (op) {
          case EQ, NEQ, GT, GTE, LT, LTE, LIKE -> n == 1;
          case BETWEEN -> n == 2;
          case IN -> n >= 1;
        };
    if (!fits) {
      throw Problem.of(
              SourceError.INVALID_SOURCE_FILTER,
              "the filter '%s' on %s has %d values".formatted(op.word(), column, n))
          .field("filters")
          .next("give between two values, in one or more, every other one")
          .exception();
    }
  }

  public static Filter of(String column, Op op, String... values) {
    return new Filter(column, op, List.of(values));
  }

  /** How the column is compared. */
  public enum Op {
    EQ("="),
    NEQ("<>"),
    GT(">"),
    GTE(">="),
    LT("<"),
    LTE("<="),
    BETWEEN("BETWEEN"),
    IN("IN"),
    LIKE("LIKE");

    private final String sql;

    Op(String sql) {
      this.sql = sql;
    }

    public String sql() {
      return sql;
    }

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
