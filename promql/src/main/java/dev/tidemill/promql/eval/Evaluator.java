package dev.tidemill.promql.eval;

import dev.tidemill.core.error.Problem;
import dev.tidemill.promql.PromqlError;
import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.syntax.AggregateOp;
import dev.tidemill.promql.syntax.Expr;
import dev.tidemill.promql.syntax.Query;
import dev.tidemill.promql.syntax.Quoting;
import dev.tidemill.promql.syntax.ValueType;

/** Evaluates queries over a source. Thread-safe; a query runs in its caller's thread. */
public final class Evaluator {
  /** Far enough from the ends of time that ranges and offsets still fit. */
  private static final long FARTHEST = 1L << 61;

  private final SeriesSource source;
  private final LeafSource leaves;
  private final EvalOptions options;

  /** All in this process. */
  public Evaluator(SeriesSource source, EvalOptions options) {
    this(source, new LocalLeaves(source), options);
  }

  /**
   * @param source for what needs the samples themselves
   * @param leaves for everything else
   */
  public Evaluator(SeriesSource source, LeafSource leaves, EvalOptions options) {
    this.source = source;
    this.leaves = leaves;
    this.options = options;
  }

  /**
   * At one moment.
   *
   * @throws dev.tidemill.core.error.TidemillException as in {@link PromqlError}
   */
  public Answer instant(Query query, long timestamp, QueryBudget budget) {
    EvalFlow flow = flow(query, StepGrid.instant(timestamp), budget);
    Expr expr = query.expr();
    Value value =
        switch (expr.type()) {
          case SCALAR -> new Value.Scalar(timestamp, ScalarPlan.scalar(expr).eval(flow)[0]);
          case STRING -> new Value.Text(timestamp, Plan.text(expr));
          case VECTOR -> Results.vector(Plan.root(expr), flow, isOrdered(expr.bare()));
          case MATRIX -> Results.samples(CallPlan.range(expr), flow);
        };
    return answer(value, flow);
  }

  /**
   * At every step; the value is a matrix.
   *
   * @throws dev.tidemill.core.error.TidemillException as in {@link PromqlError}
   */
  public Answer range(Query query, StepGrid steps, QueryBudget budget) {
    Expr expr = query.expr();
    if (expr.type() != ValueType.SCALAR && expr.type() != ValueType.VECTOR) {
      throw Problem.of(
              PromqlError.QUERY_INVALID,
              "invalid expression type %s for range query, must be Scalar or instant Vector"
                  .formatted(Quoting.quote(expr.type().title())))
          .exception();
    }
    EvalFlow flow = flow(query, steps, budget);
    Value value =
        expr.type() == ValueType.SCALAR
            ? Results.scalars(ScalarPlan.scalar(expr), flow)
            : Results.matrix(Plan.vector(expr), flow);
    return answer(value, flow);
  }

  private EvalFlow flow(Query query, StepGrid steps, QueryBudget budget) {
    if (steps.start() < -FARTHEST || steps.end() > FARTHEST) {
      throw Problem.of(PromqlError.QUERY_INVALID, "the time of the query is out of bounds")
          .exception();
    }
    var annotations = new Annotations(query.text());
    return new EvalFlow(steps, steps, source, leaves, budget, annotations, options).at(steps);
  }

  private static Answer answer(Value value, EvalFlow flow) {
    return new Answer(value, flow.annotations().warnings(), flow.annotations().infos());
  }

  /** Whether the order of the result means something. */
  private static boolean isOrdered(Expr expr) {
    return switch (expr) {
      case Expr.Call call -> call.function().name().startsWith("sort");
      case Expr.Aggregate aggregate ->
          aggregate.op() == AggregateOp.TOPK || aggregate.op() == AggregateOp.BOTTOMK;
      default -> false;
    };
  }
}
