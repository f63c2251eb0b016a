package dev.tidemill.promql.testlang;

import dev.tidemill.promql.eval.Invariance;
import dev.tidemill.promql.syntax.Expr;
import dev.tidemill.promql.syntax.Modifiers;
import dev.tidemill.promql.syntax.Printer;
import dev.tidemill.promql.syntax.Query;
import java.util.ArrayList;
import java.util.List;

/**
 * Other ways to ask the same: with {@code @} on every selector that has none, the moment of
 * evaluation must not matter. What is inside a subquery is left as it is, as is a query with a
 * function that looks at the clock.
 */
record Variants(String query, long timestamp) {

  static List<Variants> of(Query query, long at) {
    var variants = new ArrayList<Variants>();
    variants.add(new Variants(query.text(), at));
    if (!looksAtClock(query.expr())) {
      String pinned = Printer.print(pinned(query.expr(), new Modifiers.At.Moment(at)));
      long[] others =
          at == 0 ? new long[] {-1000, 0, 1000} : new long[] {-10 * at, 0, at / 5, at, 10 * at};
      for (long other : others) {
        variants.add(new Variants(pinned, other));
      }
    }
    return variants;
  }

  private static boolean looksAtClock(Expr expr) {
    return switch (expr) {
      case Expr.Subquery s -> false;
      case Expr.Call call when Invariance.dependsOnStep(call.function().name()) -> true;
      default -> expr.children().stream().anyMatch(Variants::looksAtClock);
    };
  }

  private static Expr pinned(Expr expr, Modifiers.At at) {
    return switch (expr) {
      case Expr.NumberLiteral number -> number;
      case Expr.StringLiteral string -> string;
      case Expr.Paren p -> new Expr.Paren(pinned(p.inner(), at), p.span());
      case Expr.Unary u -> new Expr.Unary(u.negative(), pinned(u.operand(), at), u.span());
      case Expr.Binary b ->
          new Expr.Binary(
              b.op(),
              pinned(b.left(), at),
              pinned(b.right(), at),
              b.bool(),
              b.matching(),
              b.span());
      case Expr.Call c ->
          new Expr.Call(
              c.function(), c.arguments().stream().map(a -> pinned(a, at)).toList(), c.span());
      case Expr.Aggregate a ->
          new Expr.Aggregate(
              a.op(),
              pinned(a.operand(), at),
              a.parameter() == null ? null : pinned(a.parameter(), at),
              a.labels(),
              a.without(),
              a.span());
      case Expr.VectorSelector s -> selector(s, at);
      case Expr.MatrixSelector m ->
          new Expr.MatrixSelector(selector(m.selector(), at), m.range(), m.span());
      case Expr.Subquery s ->
          new Expr.Subquery(s.operand(), s.range(), s.step(), pinned(s.modifiers(), at), s.span());
    };
  }

  private static Expr.VectorSelector selector(Expr.VectorSelector s, Modifiers.At at) {
    return new Expr.VectorSelector(s.name(), s.matchers(), pinned(s.modifiers(), at), s.span());
  }

  private static Modifiers pinned(Modifiers modifiers, Modifiers.At at) {
    return modifiers.at() == null ? modifiers.at(at) : modifiers;
  }
}
