package dev.tidemill.promql.syntax;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** {@code offset} and {@code @} of a selector or subquery. */
public record Modifiers(Duration offset, @Nullable At at) {
  public static final Modifiers NONE = new Modifiers(Duration.ZERO, null);

  /** The moment that all steps look at. */
  public sealed interface At {
    record Moment(long timestamp) implements At {}

    /** The query's first step. */
    record Start() implements At {}

    /** The query's last step. */
    record End() implements At {}
  }

  Modifiers offset(Duration by) {
    return new Modifiers(by, at);
  }

  public Modifiers at(At moment) {
    return new Modifiers(offset, moment);
  }
}
