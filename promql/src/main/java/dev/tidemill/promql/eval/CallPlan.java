package dev.tidemill.promql.eval;

import dev.tidemill.promql.function.Dates;
import dev.tidemill.promql.function.Elementary;
import dev.tidemill.promql.function.WindowFunction;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Expr;
import dev.tidemill.promql.syntax.Span;
import dev.tidemill.promql.syntax.ValueType;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** Makes nodes of functions that give vectors. */
final class CallPlan {
  private CallPlan() {}

  static ExecNode vector(Expr.Call call, boolean root) {
    String name = call.function().name();
    Optional<DoubleUnaryOperator> elementary = Elementary.named(name);
    Optional<DoubleUnaryOperator> date = Dates.named(name);
    if (elementary.isPresent()) {
      return MapNode.of(first(call), elementary.get());
    }
    if (date.isPresent()) {
      return call.arguments().isEmpty()
          ? single(
              ScalarPlan.atStep(at -> date.get().applyAsDouble((double) Math.floorDiv(at, 1000))))
          : MapNode.of(first(call), date.get());
    }
    if (call.arguments().stream().anyMatch(a -> a.type() == ValueType.MATRIX)) {
      return overTime(call, name);
    }
    return switch (name) {
      case "absent" -> new AbsentNode(first(call), call.arguments().getFirst().bare());
      case "vector" -> single(scalar(call, 0));
      case "timestamp" -> timestamp(call);
      case "round" -> round(call);
      case "clamp" -> clamp(call, scalar(call, 1), scalar(call, 2));
      case "clamp_min" ->
          clamp(call, scalar(call, 1), ScalarPlan.constant(f -> Double.POSITIVE_INFINITY));
      case "clamp_max" ->
          clamp(call, ScalarPlan.constant(f -> Double.NEGATIVE_INFINITY), scalar(call, 1));
      case "sort" -> new SortNode(first(call), SortNode.byValue(false), root, call.span());
      case "sort_desc" -> new SortNode(first(call), SortNode.byValue(true), root, call.span());
      case "sort_by_label" ->
          new SortNode(first(call), SortNode.byLabels(texts(call), false), root, call.span());
      case "sort_by_label_desc" ->
          new SortNode(first(call), SortNode.byLabels(texts(call), true), root, call.span());
      case "label_replace" -> LabelNode.replace(first(call), texts(call));
      case "label_join" -> LabelNode.join(first(call), texts(call));
      case "histogram_quantile" -> quantile(call);
      case "histogram_fraction" -> fraction(call);
      case "histogram_avg",
          "histogram_count",
          "histogram_sum",
          "histogram_stddev",
          "histogram_stdvar" ->
          nothing(first(call));
      default -> throw EvalErrors.failed("function " + name + " is not available");
    };
  }

  private static ExecNode first(Expr.Call call) {
    return Plan.vector(call.arguments().getFirst());
  }

  private static ScalarNode scalar(Expr.Call call, int argument) {
    return ScalarPlan.scalar(call.arguments().get(argument));
  }

  private static List<String> texts(Expr.Call call) {
    return call.arguments().stream().skip(1).map(Plan::text).toList();
  }

  /** A vector of one series without labels. */
  private static ExecNode single(ScalarNode scalar) {
    return (flow, out) -> out.accept(new Row(Labels.EMPTY, false, scalar.eval(flow)));
  }

  /** These look at native histograms only, which there are none of; samples are floats. */
  private static ExecNode nothing(ExecNode operand) {
    return (flow, out) -> operand.eval(flow, row -> {});
  }

  static RangeNode range(Expr expr) {
    return switch (expr.bare()) {
      case Expr.MatrixSelector matrix -> new MatrixNode(matrix);
      case Expr.Subquery subquery -> new SubqueryNode(subquery, Plan.vector(subquery.operand()));
      default -> throw new IllegalStateException("no range: " + expr);
    };
  }

  private static ExecNode overTime(Expr.Call call, String name) {
    Optional<LeafNode> leaf = LeafNode.of(call);
    if (leaf.isPresent()) {
      return leaf.get();
    }
    Expr matrix =
        call.arguments().stream()
            .filter(a -> a.type() == ValueType.MATRIX)
            .findFirst()
            .orElseThrow();
    boolean absent = name.equals("absent_over_time");
    if (absent && matrix.bare() instanceof Expr.MatrixSelector plain) {
      return new AbsentNode(LeafNode.over(plain, "present_over_time"), plain);
    }
    String function = absent ? "present_over_time" : name;
    List<ScalarNode> parameters =
        call.arguments().stream()
            .filter(a -> a.type() == ValueType.SCALAR)
            .map(ScalarPlan::scalar)
            .toList();
    List<Span> spans = call.arguments().stream().map(CallPlan::place).toList();
    var node =
        new WindowNode(
            function,
            WindowFunction.named(function).orElseThrow(),
            range(matrix),
            parameters,
            spans);
    return absent ? new AbsentNode(node, matrix.bare()) : node;
  }

  /** Upstream has lost the place of a subquery by the time it has something to say about it. */
  private static Span place(Expr argument) {
    return argument.bare() instanceof Expr.Subquery ? new Span(0, 0) : argument.span();
  }

  /** Of a selector itself the samples' own times, of anything else the time of the step. */
  private static ExecNode timestamp(Expr.Call call) {
    if (call.arguments().getFirst().bare() instanceof Expr.VectorSelector selector) {
      return new TimestampNode(selector);
    }
    return new MapNode(
        first(call), true, flow -> (step, value) -> flow.steps().timestamp(step) / 1000.0);
  }

  private static ExecNode round(Expr.Call call) {
    ScalarNode nearest =
        call.arguments().size() > 1 ? scalar(call, 1) : ScalarPlan.constant(flow -> 1);
    return new MapNode(
        first(call),
        true,
        flow -> {
          double[] to = nearest.eval(flow);
          return (step, value) -> Elementary.round(value, to[step]);
        });
  }

  private static ExecNode clamp(Expr.Call call, ScalarNode least, ScalarNode most) {
    return new MapNode(
        first(call),
        true,
        flow -> {
          double[] low = least.eval(flow);
          double[] high = most.eval(flow);
          return (step, value) ->
              high[step] < low[step]
                  ? StaleMarker.VALUE
                  : Math.max(low[step], Math.min(high[step], value));
        });
  }

  private static ExecNode quantile(Expr.Call call) {
    ScalarNode quantile = scalar(call, 0);
    Expr operand = call.arguments().get(1);
    return new HistogramNode(
        Plan.vector(operand),
        operand.span(),
        flow -> {
          double[] q = quantile.eval(flow);
          for (double each : q) {
            Quantile.check(flow, each, call.arguments().getFirst().span());
          }
          return (step, buckets) -> buckets.quantile(q[step]);
        });
  }

  private static ExecNode fraction(Expr.Call call) {
    ScalarNode lower = scalar(call, 0);
    ScalarNode upper = scalar(call, 1);
    Expr operand = call.arguments().get(2);
    return new HistogramNode(
        Plan.vector(operand),
        operand.span(),
        flow -> {
          double[] from = lower.eval(flow);
          double[] to = upper.eval(flow);
          return (step, buckets) -> buckets.fraction(from[step], to[step]);
        });
  }
}
