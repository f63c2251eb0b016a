package dev.tidemill.promql.eval;

import dev.tidemill.promql.function.Arithmetic;
import dev.tidemill.promql.leaf.Aggregation;
import dev.tidemill.promql.leaf.Grouping;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Expr;
import dev.tidemill.promql.syntax.Quoting;
import dev.tidemill.promql.syntax.ValueType;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Makes nodes of expressions. */
final class Plan {
  private Plan() {}

  /** Of an instant vector; rows come in the order of reduction. */
  static ExecNode vector(Expr expr) {
    return vector(expr, false);
  }

  /** Of a whole query: what sorts gives its rows in that order. */
  static ExecNode root(Expr expr) {
    return vector(expr, true);
  }

  private static ExecNode vector(Expr expr, boolean root) {
    boolean once = !(expr instanceof Expr.Paren) && Invariance.holds(expr);
    return once ? new BroadcastNode(anew(expr, root)) : anew(expr, root);
  }

  private static ExecNode anew(Expr expr, boolean root) {
    return switch (expr) {
      case Expr.Paren paren -> vector(paren.inner(), root);
      case Expr.VectorSelector selector -> LeafNode.of(selector);
      case Expr.Unary unary -> {
        ExecNode operand = vector(unary.operand());
        yield unary.negative() ? MapNode.of(operand, v -> -v) : operand;
      }
      case Expr.Binary binary -> binary(binary);
      case Expr.Aggregate aggregate -> aggregate(aggregate, root);
      case Expr.Call call -> CallPlan.vector(call, root);
      case Expr.NumberLiteral n -> throw wrong(n);
      case Expr.StringLiteral s -> throw wrong(s);
      case Expr.MatrixSelector m -> throw wrong(m);
      case Expr.Subquery s -> throw wrong(s);
    };
  }

  private static IllegalStateException wrong(Expr expr) {
    return new IllegalStateException("no such type was to get here: " + expr);
  }

  private static ExecNode binary(Expr.Binary b) {
    if (b.left().type() == ValueType.SCALAR) {
      ScalarNode scalar = ScalarPlan.scalar(b.left());
      return withScalar(b, vector(b.right()), scalar, true);
    }
    if (b.right().type() == ValueType.SCALAR) {
      return withScalar(b, vector(b.left()), ScalarPlan.scalar(b.right()), false);
    }
    var matching = Objects.requireNonNull(b.matching());
    return b.op().isSet()
        ? new SetNode(vector(b.left()), vector(b.right()), b.op(), matching)
        : new JoinNode(vector(b.left()), vector(b.right()), b.op(), b.bool(), matching);
  }

  private static ExecNode withScalar(
      Expr.Binary b, ExecNode vector, ScalarNode scalar, boolean scalarFirst) {
    boolean filters = b.op().isComparison() && !b.bool();
    return new MapNode(
        vector,
        !filters,
        flow -> {
          double[] other = scalar.eval(flow);
          return (step, value) -> {
            double left = scalarFirst ? other[step] : value;
            double right = scalarFirst ? value : other[step];
            if (filters) {
              return Arithmetic.holds(b.op(), left, right) ? value : StaleMarker.VALUE;
            }
            return Arithmetic.apply(b.op(), left, right);
          };
        });
  }

  private static ExecNode aggregate(Expr.Aggregate a, boolean root) {
    var names = new HashSet<>(a.labels());
    Grouping grouping = a.without() ? new Grouping.Without(names) : new Grouping.By(names);
    ExecNode operand = vector(a.operand());
    Function<Aggregation, ExecNode> reduce = how -> reduced(operand, how, grouping);
    return switch (a.op()) {
      case SUM -> reduce.apply(Aggregation.SUM);
      case AVG -> reduce.apply(Aggregation.AVG);
      case COUNT -> reduce.apply(Aggregation.COUNT);
      case MIN -> reduce.apply(Aggregation.MIN);
      case MAX -> reduce.apply(Aggregation.MAX);
      case GROUP -> new MapNode(reduce.apply(Aggregation.COUNT), false, flow -> (step, count) -> 1);
      case STDVAR -> new GroupNode(operand, grouping, GroupNode.variance(v -> v));
      case STDDEV -> new GroupNode(operand, grouping, GroupNode.variance(Math::sqrt));
      case QUANTILE -> {
        Expr q = parameter(a);
        yield new GroupNode(operand, grouping, GroupNode.quantile(ScalarPlan.scalar(q), q.span()));
      }
      case TOPK, BOTTOMK, LIMITK ->
          new TopNode(operand, a.op(), grouping, ScalarPlan.scalar(parameter(a)), root);
      case COUNT_VALUES -> new CountValuesNode(operand, grouping, text(parameter(a)));
      case LIMIT_RATIO -> throw new IllegalStateException(a.op() + " is not available");
    };
  }

  /** Within the leaf, where that is all there is to aggregate. */
  private static ExecNode reduced(ExecNode operand, Aggregation how, Grouping grouping) {
    Optional<ExecNode> leaf =
        operand instanceof LeafNode node ? node.reduced(how, grouping) : Optional.empty();
    return leaf.orElseGet(() -> new ReduceNode(operand, how, grouping));
  }

  private static Expr parameter(Expr.Aggregate a) {
    return Objects.requireNonNull(a.parameter());
  }

  static String text(Expr expr) {
    if (expr.bare() instanceof Expr.StringLiteral string) {
      return string.value();
    }
    throw new IllegalStateException("no text: " + Quoting.quote(expr.toString()));
  }
}
