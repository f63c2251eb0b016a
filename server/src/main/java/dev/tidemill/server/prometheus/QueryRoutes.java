package dev.tidemill.server.prometheus;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.metrics.read.SegmentReader;
import dev.tidemill.promql.eval.Answer;
import dev.tidemill.promql.eval.EvalOptions;
import dev.tidemill.promql.eval.Evaluator;
import dev.tidemill.promql.eval.Value;
import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.syntax.ParseError;
import dev.tidemill.promql.syntax.Query;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code query} and {@code query_range}. */
final class QueryRoutes {
  private static final String TRUNCATED = "results truncated due to limit";

  private final SegmentReader reader;
  private final Queries queries;
  private final TimeSource time;

  QueryRoutes(SegmentReader reader, Queries queries, TimeSource time) {
    this.reader = reader;
    this.queries = queries;
    this.time = time;
  }

  dev.tidemill.server.route.Answer instant(Form form) throws IOException {
    int limit = form.limit();
    long at = form.time("time", time.now().toEpochMilli());
    Duration timeout = form.duration("timeout").orElse(Duration.ZERO);
    EvalOptions options = options(form);
    var stats = new QueryStats(time);
    Query query = parse(form);
    Answer answer =
        queries.run(
            timeout, stats.watching(budget -> evaluator(options).instant(query, at, budget)));
    return answer(answer, limit, asked(form, stats));
  }

  dev.tidemill.server.route.Answer range(Form form) throws IOException {
    int limit = form.limit();
    StepGrid grid =
        grid(
            form.time("start"),
            form.time("end"),
            Form.duration("step", form.text("step").orElse("")));
    Duration timeout = form.duration("timeout").orElse(Duration.ZERO);
    EvalOptions options = options(form);
    var stats = new QueryStats(time);
    Query query = parse(form);
    Answer answer =
        queries.run(timeout, stats.watching(budget -> range(query, grid, options, budget)));
    return answer(answer, limit, asked(form, stats));
  }

  private static @Nullable QueryStats asked(Form form, QueryStats stats) {
    return form.text("stats").isPresent() ? stats : null;
  }

  Answer range(Query query, StepGrid grid, EvalOptions options, QueryBudget budget) {
    return evaluator(options).range(query, grid, budget);
  }

  StepGrid grid(long start, long end, Duration step) {
    if (end < start) {
      throw new BadParameter("end", "end timestamp must not be before start time");
    }
    if (step.toMillis() < 1) {
      throw new BadParameter(
          "step",
          "zero or negative query resolution step widths are not accepted. Try a positive integer");
    }
    if ((end - start) / step.toMillis() > queries.limits().points()) {
      throw new BadParameter(
          "exceeded maximum resolution of %,d points per timeseries. Try decreasing the query"
                  .formatted(queries.limits().points())
              + " resolution (?step=XX)");
    }
    return new StepGrid(start, end, step);
  }

  private Evaluator evaluator(EvalOptions options) {
    return new Evaluator(reader.forQuery(), options);
  }

  private static EvalOptions options(Form form) {
    Duration lookback = form.duration("lookback_delta").orElse(EvalOptions.DEFAULT.lookback());
    return lookback.isPositive()
        ? new EvalOptions(lookback, EvalOptions.DEFAULT.subqueryStep())
        : EvalOptions.DEFAULT;
  }

  static Query parse(Form form) {
    return parse("query", form.text("query").orElse(""));
  }

  static Query parse(String parameter, String text) {
    try {
      return Query.parse(text);
    } catch (ParseError e) {
      throw new BadParameter(parameter, e.problem().message());
    }
  }

  private static dev.tidemill.server.route.Answer answer(
      Answer answer, int limit, @Nullable QueryStats stats) throws IOException {
    Value value = limited(answer.value(), limit);
    List<String> warnings = new ArrayList<>(answer.warnings());
    if (value != answer.value()) {
      warnings.add(TRUNCATED);
    }
    return ApiAnswer.success(
        out -> {
          out.writeStartObject();
          out.writeStringField("resultType", ValueJson.type(value));
          out.writeFieldName("result");
          ValueJson.write(value, out);
          if (stats != null) {
            out.writeFieldName("stats");
            stats.write(out);
          }
          out.writeEndObject();
        },
        warnings,
        answer.infos());
  }

  private static Value limited(Value value, int limit) {
    if (limit == 0) {
      return value;
    }
    return switch (value) {
      case Value.Vector v when v.points().size() > limit ->
          new Value.Vector(v.points().subList(0, limit));
      case Value.Matrix m when m.series().size() > limit ->
          new Value.Matrix(m.series().subList(0, limit));
      default -> value;
    };
  }
}
