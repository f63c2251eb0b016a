package dev.tidemill.reconcile.run;

import dev.tidemill.reconcile.recipe.Filter;
import dev.tidemill.sources.Filter.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Filters that a source can apply itself, so that less is staged. The engine applies all of them
 * once more, so a source may let through too much, but never too little: what depends on its
 * collation stays with the engine.
 */
final class PushDown {
  private PushDown() {}

  static List<dev.tidemill.sources.Filter> of(List<Filter> filters) {
    var pushed = new ArrayList<dev.tidemill.sources.Filter>();
    for (Filter filter : filters) {
      op(filter)
          .ifPresent(
              op ->
                  pushed.add(
                      new dev.tidemill.sources.Filter(
                          filter.column(),
                          op,
                          filter.values().stream().map(PushDown::text).toList())));
    }
    return pushed;
  }

  private static Optional<Op> op(Filter filter) {
    boolean numbers =
        filter.values().stream().allMatch(value -> value instanceof Filter.Value.Amount);
    return switch (filter.op()) {
      case EQ -> Optional.of(Op.EQ);
      case IN -> Optional.of(Op.IN);
      case NEQ -> numbers ? Optional.of(Op.NEQ) : Optional.empty();
      case GT -> numbers ? Optional.of(Op.GT) : Optional.empty();
      case GTE -> numbers ? Optional.of(Op.GTE) : Optional.empty();
      case LT -> numbers ? Optional.of(Op.LT) : Optional.empty();
      case LTE -> numbers ? Optional.of(Op.LTE) : Optional.empty();
      case BETWEEN -> numbers ? Optional.of(Op.BETWEEN) : Optional.empty();
      case CONTAINS, STARTSWITH, ENDSWITH, IS_NULL, NOT_NULL -> Optional.empty();
    };
  }

  private static String text(Filter.Value value) {
    return switch (value) {
      case Filter.Value.Text(var text) -> text;
      case Filter.Value.Amount(var number) -> number.toPlainString();
      case Filter.Value.Truth(var truth) -> String.valueOf(truth);
    };
  }
}
