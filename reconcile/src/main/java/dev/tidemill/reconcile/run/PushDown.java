package dev.tidemill.reconcile.run;

import dev.tidemill.reconcile.recipe.Filter;
import dev.tidemill.sources.Filter.Op;
import dev.tidemill.sources.Hint;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Filters offered to a source, so that less is staged. It takes those that it surely understands in
 * the same way, by the types of its columns; the engine applies all of them once more.
 */
final class PushDown {
  private PushDown() {}

  static List<Hint> of(List<Filter> filters) {
    var hints = new ArrayList<Hint>();
    for (Filter filter : filters) {
      var kinds = new HashSet<Hint.Kind>();
      filter.values().forEach(value -> kinds.add(kind(value)));
      Optional<Op> op = op(filter.op());
      if (op.isPresent() && kinds.size() == 1) {
        List<String> texts = filter.values().stream().map(PushDown::text).toList();
        hints.add(new Hint(filter.column(), op.get(), texts, kinds.iterator().next()));
      }
    }
    return hints;
  }

  private static Optional<Op> op(Filter.Op op) {
    return switch (op) {
      case EQ -> Optional.of(Op.EQ);
      case IN -> Optional.of(Op.IN);
      case NEQ -> Optional.of(Op.NEQ);
      case GT -> Optional.of(Op.GT);
      case GTE -> Optional.of(Op.GTE);
      case LT -> Optional.of(Op.LT);
      case LTE -> Optional.of(Op.LTE);
      case BETWEEN -> Optional.of(Op.BETWEEN);
      case CONTAINS, STARTSWITH, ENDSWITH, IS_NULL, NOT_NULL -> Optional.empty();
    };
  }

  private static Hint.Kind kind(Filter.Value value) {
    return switch (value) {
      case Filter.Value.Text t -> Hint.Kind.TEXT;
      case Filter.Value.Amount n -> Hint.Kind.NUMBER;
      case Filter.Value.Truth t -> Hint.Kind.TRUTH;
    };
  }

  private static String text(Filter.Value value) {
    return switch (value) {
      case Filter.Value.Text(var text) -> text;
      case Filter.Value.Amount(var number) -> plain(number);
      case Filter.Value.Truth(var truth) -> String.valueOf(truth);
    };
  }

  /** Without zeros behind the point: to a whole number's column 1.0 is 1. */
  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
