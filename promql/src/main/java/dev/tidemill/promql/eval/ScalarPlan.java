package dev.tidemill.promql.eval;

import dev.tidemill.promql.function.Arithmetic;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Expr;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.function.ToDoubleFunction;

/** Makes nodes of expressions that are numbers. */
final class ScalarPlan {
  private ScalarPlan() {}

  static ScalarNode scalar(Expr expr) {
    return switch (expr) {
      case Expr.NumberLiteral number -> constant(flow -> number.value());
      case Expr.Paren paren -> scalar(paren.inner());
      case Expr.Unary unary -> {
        ScalarNode operand = scalar(unary.operand());
        yield unary.negative() ? both(operand, operand, (a, b) -> -a) : operand;
      }
      case Expr.Binary b ->
          both(scalar(b.left()), scalar(b.right()), (x, y) -> Arithmetic.apply(b.op(), x, y));
      case Expr.Call call -> call(call);
      default -> throw new IllegalStateException("no number: " + expr);
    };
  }

  private static ScalarNode call(Expr.Call call) {
    return switch (call.function().name()) {
      case "time" -> atStep(timestamp -> timestamp / 1000.0);
      case "pi" -> constant(flow -> Math.PI);
      case "start" -> constant(flow -> flow.query().start() / 1000.0);
      case "end" -> constant(flow -> flow.query().end() / 1000.0);
      case "range" -> constant(flow -> (flow.query().end() - flow.query().start()) / 1000.0);
      case "step" ->
          constant(flow -> flow.isInstant() ? 0 : flow.query().step().toMillis() / 1000.0);
      case "min_of" -> ofTwo(call, Math::min);
      case "max_of" -> ofTwo(call, Math::max);
      case "scalar" -> only(Plan.vector(call.arguments().getFirst()));
      default -> throw new IllegalStateException("no number: " + call);
    };
  }

  private static ScalarNode ofTwo(Expr.Call call, DoubleBinaryOperator function) {
    return both(scalar(call.arguments().get(0)), scalar(call.arguments().get(1)), function);
  }

  static ScalarNode constant(ToDoubleFunction<EvalFlow> value) {
    return flow -> {
      double[] values = new double[flow.count()];
      Arrays.fill(values, value.applyAsDouble(flow));
      return values;
    };
  }

  static ScalarNode atStep(LongToDoubleFunction function) {
    return flow -> {
      double[] values = new double[flow.count()];
      Arrays.setAll(values, step -> function.applyAsDouble(flow.steps().timestamp(step)));
      return values;
    };
  }

  private static ScalarNode both(ScalarNode a, ScalarNode b, DoubleBinaryOperator function) {
    return flow -> {
      double[] x = a.eval(flow);
      double[] y = b.eval(flow);
      Arrays.setAll(x, step -> function.applyAsDouble(x[step], y[step]));
      return x;
    };
  }

  /** The value of a vector's only series; not a number if there is none or more. */
  private static ScalarNode only(ExecNode vector) {
    return flow -> {
      double[] values = Row.none(flow.count());
      vector.eval(
          flow,
          row -> {
            for (int step = 0; step < values.length; step++) {
              if (row.has(step)) {
                values[step] = StaleMarker.is(values[step]) ? row.values()[step] : Double.NaN;
              }
            }
          });
      for (int step = 0; step < values.length; step++) {
        if (StaleMarker.is(values[step])) {
          values[step] = Double.NaN;
        }
      }
      return values;
    };
  }
}
