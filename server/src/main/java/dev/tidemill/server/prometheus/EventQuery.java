package dev.tidemill.server.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.promql.eval.EvalOptions;
import dev.tidemill.promql.eval.Value;
import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.syntax.Query;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;

/**
 * A range query {@code {q, s, e, step}} whose answer comes as events {@code {type, data}}: {@code
 * progress}, then a {@code result} per series, and last {@code done}, without which the answer is
 * not whole.
 */
final class EventQuery {
  private final QueryRoutes routes;
  private final Queries queries;

  EventQuery(QueryRoutes routes, Queries queries) {
    this.routes = routes;
    this.queries = queries;
  }

  Answer answer(Request request) {
    byte[] body = new byte[request.body().remaining()];
    request.body().duplicate().get(body);
    JsonNode asked = Json.read(body);
    Query query = QueryRoutes.parse("q", asked.path("q").asText());
    StepGrid grid =
        routes.grid(
            Form.timestamp("s", asked.path("s").asText()),
            Form.timestamp("e", asked.path("e").asText()),
            Form.duration("step", asked.path("step").asText()));
    return Answer.stream("text/event-stream", sink -> follow(query, grid, sink));
  }

  private void follow(Query query, StepGrid grid, Answer.Sink sink) throws Exception {
    sink.write(event("progress", out -> out.writeRawValue("{\"steps\":" + grid.count() + "}")));
    Value.Matrix matrix;
    try {
      matrix =
          (Value.Matrix)
              queries
                  .run(
                      Duration.ZERO,
                      budget -> routes.range(query, grid, EvalOptions.DEFAULT, budget))
                  .value();
    } catch (Queries.TimeUp e) {
      // The interruption was ours: without this, the last event could not be written.
      Thread.interrupted();
      sink.write(failed(ApiError.TIMEOUT, String.valueOf(e.getMessage())));
      return;
    } catch (TidemillException e) {
      sink.write(failed(ApiError.of(e), ApiError.words(e)));
      return;
    }
    for (Value.Series series : matrix.series()) {
      sink.write(event("result", out -> ValueJson.write(series, out)));
    }
    sink.write(event("done", out -> out.writeRawValue("{\"status\":\"success\"}")));
  }

  private static String failed(ApiError error, String message) throws IOException {
    return event(
        "done",
        out -> {
          out.writeStartObject();
          out.writeStringField("status", "error");
          out.writeStringField("errorType", error.type);
          out.writeStringField("error", message);
          out.writeEndObject();
        });
  }

  private static String event(String type, ApiAnswer.Data data) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = ApiAnswer.JSON.createGenerator(bytes)) {
      out.writeStartObject();
      out.writeStringField("type", type);
      out.writeFieldName("data");
      data.write(out);
      out.writeEndObject();
    }
    return "event: %s\ndata: %s\n\n".formatted(type, bytes.toString(UTF_8));
  }
}
