package dev.tidemill.promql.eval;

import dev.tidemill.promql.syntax.Expr;
import java.util.Set;

/** Which expressions are the same at every step, because {@code @} pins all they look at. */
public final class Invariance {
  /** Their result depends on the step even when their arguments do not. */
  private static final Set<String> STEP_FUNCTIONS =
      Set.of(
          "days_in_month",
          "day_of_month",
          "day_of_week",
          "day_of_year",
          "hour",
          "minute",
          "month",
          "year",
          "predict_linear",
          "time",
          "timestamp",
          "start_timestamp",
          "start",
          "end",
          "step",
          "range");

  private Invariance() {}

  /** Whether a function looks at the step's own time. */
  public static boolean dependsOnStep(String function) {
    return STEP_FUNCTIONS.contains(function);
  }

  static boolean holds(Expr expr) {
    return switch (expr) {
      case Expr.VectorSelector selector -> selector.modifiers().at() != null;
      case Expr.MatrixSelector matrix -> matrix.selector().modifiers().at() != null;
      case Expr.Subquery subquery -> subquery.modifiers().at() != null;
      case Expr.Call call when dependsOnStep(call.function().name()) -> false;
      default -> expr.children().stream().allMatch(Invariance::holds);
    };
  }
}
