package dev.tidemill.promql.syntax;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An aggregation over the series of a vector. */
public enum AggregateOp {
  SUM,
  AVG,
  COUNT,
  MIN,
  MAX,
  GROUP,
  STDDEV,
  STDVAR,
  TOPK(ValueType.SCALAR, null),
  BOTTOMK(ValueType.SCALAR, null),
  COUNT_VALUES(ValueType.STRING, null),
  QUANTILE(ValueType.SCALAR, null),
  LIMITK(ValueType.SCALAR, Feature.LIMITK),
  LIMIT_RATIO(ValueType.SCALAR, Feature.LIMIT_RATIO);

  private final @Nullable ValueType parameter;
  private final @Nullable Feature feature;

  AggregateOp() {
    this(null, null);
  }

  AggregateOp(@Nullable ValueType parameter, @Nullable Feature feature) {
    this.parameter = parameter;
    this.feature = feature;
  }

  /** In any case of letters. */
  static @Nullable AggregateOp of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(op -> op.text().equals(lower)).findFirst().orElse(null);
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type of its parameter, if it takes one. */
  public @Nullable ValueType parameter() {
    return parameter;
  }

  @Nullable Feature feature() {
    return feature;
  }
}
