package dev.tidemill.promql.syntax;

import dev.tidemill.promql.series.Matcher;
import dev.tidemill.promql.syntax.VectorMatching.Cardinality;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Refuses trees that mean nothing, and settles what the rest of a tree says about matching. */
final class TypeCheck {
  private final String text;

  private TypeCheck(String text) {
    this.text = text;
  }

  /** The same tree, with the matching of each binary expression settled. */
  static Expr checked(String text, Expr expr) {
    var check = new TypeCheck(text);
    check.depth(expr);
    return check.check(expr);
  }

  /** Without recursion, because this is what makes recursion safe. */
  private void depth(Expr root) {
    record Level(Expr expr, int depth) {}
    var open = new ArrayDeque<Level>();
    open.push(new Level(root, 1));
    while (!open.isEmpty()) {
      Level level = open.pop();
      if (level.depth() > Parser.MAX_DEPTH) {
        throw error(level.expr(), "expression is nested too deeply");
      }
      level.expr().children().forEach(c -> open.push(new Level(c, level.depth() + 1)));
    }
  }

  private Expr check(Expr expr) {
    return switch (expr) {
      case Expr.NumberLiteral number -> number;
      case Expr.StringLiteral string -> string;
      case Expr.Paren paren -> new Expr.Paren(check(paren.inner()), paren.span());
      case Expr.Unary unary -> unary(unary);
      case Expr.Binary binary -> binary(binary);
      case Expr.Call call -> call(call);
      case Expr.Aggregate aggregate -> aggregate(aggregate);
      case Expr.VectorSelector selector -> selector(selector);
      case Expr.MatrixSelector matrix -> {
        selector(matrix.selector());
        yield matrix;
      }
      case Expr.Subquery subquery -> subquery(subquery);
    };
  }

  private Expr unary(Expr.Unary unary) {
    Expr operand = check(unary.operand());
    if (!isScalarOrVector(operand)) {
      throw error(
          unary,
          "unary expression only allowed on expressions of type scalar or instant vector, got "
              + Quoting.quote(operand.type().title()));
    }
    return new Expr.Unary(unary.negative(), operand, unary.span());
  }

  private Expr binary(Expr.Binary b) {
    Expr left = check(b.left());
    Expr right = check(b.right());
    Span operator = between(left.span(), right.span());
    if (b.bool() && !b.op().isComparison()) {
      throw at(operator, "bool modifier can only be used on comparison operators");
    }
    for (Expr side : List.of(left, right)) {
      if (!isScalarOrVector(side)) {
        throw error(side, "binary expression must contain only scalar and instant vector types");
      }
    }
    boolean scalars = left.type() == ValueType.SCALAR && right.type() == ValueType.SCALAR;
    if (scalars && b.op().isComparison() && !b.bool()) {
      throw at(operator, "comparisons between scalars must use BOOL modifier");
    }
    VectorMatching matching = matching(b, left, right, operator);
    return new Expr.Binary(b.op(), left, right, b.bool(), matching, b.span());
  }

  private static Span between(Span left, Span right) {
    int from = left.end();
    return new Span(from, Math.max(from, right.start()));
  }

  private @Nullable VectorMatching matching(Expr.Binary b, Expr left, Expr right, Span operator) {
    VectorMatching matching = b.matching() == null ? VectorMatching.DEFAULT : b.matching();
    for (String label : matching.labels()) {
      if (matching.on() && matching.include().contains(label)) {
        throw at(
            operator,
            "label %s must not occur in ON and GROUP clause at once"
                .formatted(Quoting.quote(label)));
      }
    }
    boolean vectors = left.type() == ValueType.VECTOR && right.type() == ValueType.VECTOR;
    if (!vectors) {
      if (!matching.labels().isEmpty()) {
        throw error(b, "vector matching only allowed between instant vectors");
      }
      if (matching.fills()) {
        throw error(b, "filling in missing series only allowed between instant vectors");
      }
      if (b.op().isSet()) {
        throw error(
            b,
            "set operator %s not allowed in binary scalar expression"
                .formatted(Quoting.quote(b.op().sign())));
      }
      return null;
    }
    if (!b.op().isSet()) {
      return matching;
    }
    if (matching.cardinality() == Cardinality.MANY_TO_ONE
        || matching.cardinality() == Cardinality.ONE_TO_MANY) {
      throw error(
          b, "no grouping allowed for %s operation".formatted(Quoting.quote(b.op().sign())));
    }
    if (matching.fills()) {
      throw error(b, "filling in missing series not allowed for set operators");
    }
    return matching.cardinality(Cardinality.MANY_TO_MANY);
  }

  private Expr call(Expr.Call call) {
    Signature function = call.function();
    int given = call.arguments().size();
    if (given < function.least() || given > function.most()) {
      String bound =
          function.optional() == 0 ? "" : given < function.least() ? "at least " : "at most ";
      throw error(
          call,
          "expected %s%d argument(s) in call to %s, got %d"
              .formatted(
                  bound,
                  given < function.least() ? function.least() : function.most(),
                  Quoting.quote(function.name()),
                  given));
    }
    List<Expr> arguments = call.arguments().stream().map(this::check).toList();
    for (int i = 0; i < given; i++) {
      expect(
          arguments.get(i),
          function.argument(i),
          "call to function " + Quoting.quote(function.name()));
    }
    return new Expr.Call(function, arguments, call.span());
  }

  private Expr aggregate(Expr.Aggregate a) {
    Expr operand = check(a.operand());
    expect(operand, ValueType.VECTOR, "aggregation expression");
    Expr parameter = a.parameter() == null ? null : check(a.parameter());
    ValueType wanted = a.op().parameter();
    if (parameter != null && wanted != null) {
      expect(parameter, wanted, "aggregation parameter");
    }
    return new Expr.Aggregate(a.op(), operand, parameter, a.labels(), a.without(), a.span());
  }

  private Expr selector(Expr.VectorSelector selector) {
    if (selector.name() == null && selector.matchers().stream().allMatch(TypeCheck::matchesNone)) {
      throw error(selector, "vector selector must contain at least one non-empty matcher");
    }
    return selector;
  }

  private static boolean matchesNone(Matcher matcher) {
    return matcher.matches("");
  }

  private Expr subquery(Expr.Subquery s) {
    Expr operand = check(s.operand());
    if (operand.type() != ValueType.VECTOR) {
      throw error(
          s,
          "subquery is only allowed on instant vector, got %s instead"
              .formatted(operand.type().code()));
    }
    return new Expr.Subquery(operand, s.range(), s.step(), s.modifiers(), s.span());
  }

  private static boolean isScalarOrVector(Expr expr) {
    return expr.type() == ValueType.SCALAR || expr.type() == ValueType.VECTOR;
  }

  private void expect(Expr expr, ValueType wanted, String where) {
    if (expr.type() != wanted) {
      throw error(
          expr,
          "expected type %s in %s, got %s".formatted(wanted.title(), where, expr.type().title()));
    }
  }

  private ParseError error(Expr expr, String what) {
    return at(expr.span(), what);
  }

  private ParseError at(Span span, String what) {
    return ParseError.at(span, text, what);
  }
}
