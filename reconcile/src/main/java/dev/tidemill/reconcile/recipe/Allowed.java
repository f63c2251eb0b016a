package dev.tidemill.reconcile.recipe;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * How far two amounts may be apart, inclusive. With both parts the greater one counts.
 *
 * @param absolute in the unit of the amounts
 * @param relative a part of the greater of the two absolute values: 0.01 is one percent
 */
public record Allowed(@Nullable BigDecimal absolute, @Nullable BigDecimal relative) {
  public Allowed {
    if (absolute == null && relative == null) {
      throw new IllegalArgumentException("a tolerance says how much");
    }
  }
}
