package dev.tidemill.server.prometheus;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.promql.series.QueryBudget;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a query took, in Prometheus' form. A sample that several steps look at counts once here, as
 * it is read once. For one query.
 */
final class QueryStats {
  private final TimeSource time;
  private final Duration begun;
  private Duration evaluating;
  private Duration evaluated;
  private @Nullable QueryBudget budget;

  QueryStats(TimeSource time) {
    this.time = time;
    this.begun = time.monotonic();
    this.evaluating = begun;
    this.evaluated = begun;
  }

  /** The same evaluation, watched. */
  <T> Function<QueryBudget, T> watching(Function<QueryBudget, T> evaluation) {
    return spent -> {
      budget = spent;
      evaluating = time.monotonic();
      T result = evaluation.apply(spent);
      evaluated = time.monotonic();
      return result;
    };
  }

  void write(JsonGenerator out) throws IOException {
    double preparing = seconds(evaluating.minus(begun));
    double evaluation = seconds(evaluated.minus(evaluating));
    out.writeStartObject();
    out.writeObjectFieldStart("timings");
    out.writeNumberField("evalTotalTime", evaluation);
    out.writeNumberField("resultSortTime", 0);
    out.writeNumberField("queryPreparationTime", preparing);
    out.writeNumberField("innerEvalTime", evaluation);
    out.writeNumberField("execQueueTime", 0);
    out.writeNumberField("execTotalTime", preparing + evaluation);
    out.writeEndObject();
    out.writeObjectFieldStart("samples");
    out.writeNumberField("totalQueryableSamples", budget == null ? 0 : budget.samplesRead());
    out.writeNumberField("peakSamples", budget == null ? 0 : budget.valuesHeld());
    out.writeEndObject();
    out.writeEndObject();
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
