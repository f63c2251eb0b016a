package dev.tidemill.server.health;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Role;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.Schema;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What every process of the program serves. */
public final class HealthRoutes {
  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final String STATE = Schema.object("status string", "checks object");

  private final List<LiveCheck> vital;
  private final List<LiveCheck> needed;
  private final Meters meters;

  /**
   * @param vital what makes the process itself broken, so that it should be replaced; nothing
   *     outside belongs here, or an outage of one thing restarts everything
   * @param needed what must answer before the process is of use: the store, the queue
   */
  public HealthRoutes(List<LiveCheck> vital, List<LiveCheck> needed, Meters meters) {
    this.vital = List.copyOf(vital);
    this.needed = List.copyOf(needed);
    this.meters = meters;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/health")
            .summary("200 unless this process is broken")
            .role(Role.ANYONE)
            .answers(STATE)
            .by(request -> state(vital, "ok", "broken")),
        Route.get("/ready")
            .summary("200 only while everything this process needs answers")
            .role(Role.ANYONE)
            .answers(STATE)
            .by(request -> state(needed, "ready", "not_ready")),
        Route.get("/metrics")
            .summary("Metrics as Prometheus text")
            .role(Role.ANYONE)
            .by(request -> metrics()));
  }

  private static Answer state(List<LiveCheck> checks, String good, String bad)
      throws InterruptedException {
    Map<LiveCheck, CompletableFuture<Optional<String>>> asked = new LinkedHashMap<>();
    checks.forEach(check -> asked.put(check, check.ask()));
    ObjectNode told = Json.object();
    boolean well = true;
    for (var entry : asked.entrySet()) {
      LiveCheck check = entry.getKey();
      Optional<String> trouble = check.await(entry.getValue(), LIMIT);
      told.put(check.name(), trouble.orElse("ok"));
      well &= trouble.isEmpty();
    }
    ObjectNode state = Json.object().put("status", well ? good : bad);
    state.set("checks", told);
    return Answer.json(well ? 200 : 503, state);
  }

  private Answer metrics() throws IOException {
    var writer = PrometheusTextFormatWriter.create();
    var text = new ByteArrayOutputStream();
    writer.write(text, meters.registry().scrape());
    return new Answer.Full(
        200, writer.getContentType(), Map.of(), ByteBuffer.wrap(text.toByteArray()));
  }
}
