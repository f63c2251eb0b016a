package dev.tidemill.promql.eval;

import dev.tidemill.promql.function.WindowFunction;
import dev.tidemill.promql.leaf.Aggregation;
import dev.tidemill.promql.leaf.Grouping;
import dev.tidemill.promql.leaf.Leaf;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Matcher;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.syntax.Expr;
import dev.tidemill.promql.syntax.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of a query that is computed where the data are: a selector, or a function over its
 * samples, and the aggregation around it.
 *
 * @param function null for the newest sample
 * @param arguments where the function's arguments stand
 */
record LeafNode(
    Expr.VectorSelector selector,
    @Nullable Duration range,
    @Nullable String function,
    List<Double> parameters,
    List<Span> arguments,
    Leaf.Yield yields)
    implements ExecNode {

  /** A selector by itself. */
  static LeafNode of(Expr.VectorSelector selector) {
    return new LeafNode(selector, null, null, List.of(), List.of(), new Leaf.Yield.Series());
  }

  /** A function over time that takes nothing beside the samples and says nothing about them. */
  static LeafNode over(Expr.MatrixSelector matrix, String function) {
    return new LeafNode(
        matrix.selector(), matrix.range(), function, List.of(), List.of(), new Leaf.Yield.Series());
  }

  /** A function over time, if all it takes beside the samples are numbers known beforehand. */
  static Optional<LeafNode> of(Expr.Call call) {
    String name = call.function().name();
    if (WindowFunction.named(name).isEmpty()) {
      return Optional.empty();
    }
    Expr.@Nullable MatrixSelector matrix = null;
    var parameters = new ArrayList<Double>();
    for (Expr argument : call.arguments()) {
      switch (argument.bare()) {
        case Expr.MatrixSelector selector -> matrix = selector;
        case Expr.NumberLiteral number -> parameters.add(number.value());
        default -> {
          return Optional.empty();
        }
      }
    }
    if (matrix == null) {
      return Optional.empty();
    }
    List<Span> spans = call.arguments().stream().map(Expr::span).toList();
    return Optional.of(
        new LeafNode(
            matrix.selector(), matrix.range(), name, parameters, spans, new Leaf.Yield.Series()));
  }

  /**
   * The same, aggregated there too. Not for a counter function over series of any name, because
   * what has to be said about a name could not be said of a group.
   */
  Optional<ExecNode> reduced(Aggregation aggregation, Grouping grouping) {
    boolean alreadyReduced = yields instanceof Leaf.Yield.Groups;
    if (alreadyReduced || (checksCounters() && metric() == null)) {
      return Optional.empty();
    }
    return Optional.of(
        new LeafNode(
            selector,
            range,
            function,
            parameters,
            arguments,
            new Leaf.Yield.Groups(aggregation, grouping)));
  }

  private boolean checksCounters() {
    return "rate".equals(function) || "increase".equals(function);
  }

  private @Nullable String metric() {
    return selector.matchers().stream()
        .filter(m -> m.label().equals(Labels.METRIC_NAME) && m.op() == Matcher.Op.EQUAL)
        .map(Matcher::value)
        .findFirst()
        .orElse(null);
  }

  private Leaf leaf(EvalFlow flow) {
    Leaf.Window window =
        function == null
            ? new Leaf.Window.Newest(flow.options().lookback())
            : new Leaf.Window.Over(function, Objects.requireNonNull(range), parameters);
    return new Leaf(
        new Selector(selector.matchers()),
        window,
        flow.shift(selector.modifiers()),
        flow.steps(),
        yields);
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    boolean drops = function != null && !WindowFunction.keepsName(function);
    boolean groups = yields instanceof Leaf.Yield.Groups;
    flow.leaves()
        .eval(
            leaf(flow),
            flow.budget(),
            (labels, values) -> {
              annotate(flow, groups ? metric() : labels.get(Labels.METRIC_NAME));
              out.accept(new Row(labels, drops, values));
            });
  }

  private void annotate(EvalFlow flow, @Nullable String metric) {
    if ("quantile_over_time".equals(function)) {
      Quantile.check(flow, parameters.getFirst(), arguments.getFirst());
    } else if (checksCounters() && metric != null) {
      Counters.check(flow, metric, arguments.getFirst());
    }
  }
}
