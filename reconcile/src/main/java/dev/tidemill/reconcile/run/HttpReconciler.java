package dev.tidemill.reconcile.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.HttpCalls;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.RunJson;
import dev.tidemill.jobs.json.SubmissionJson;
import dev.tidemill.reconcile.recipe.RecipeText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@link Reconciler} of a server. */
public final class HttpReconciler implements Reconciler, AutoCloseable {
  private final HttpCalls calls;

  public HttpReconciler(ServerAddress server, ErrorCatalog codes, CallLimits limits) {
    this.calls = new HttpCalls(server, codes, limits.connect(), limits.work());
  }

  @Override
  public Submitted submit(Asked asked, Path folder) {
    Map<String, String> headers =
        asked.idempotencyKey() == null
            ? Map.of()
            : Map.of("idempotency-key", asked.idempotencyKey());
    return calls.post("/api/runs", body(asked, folder), headers, RunJson::readSubmitted);
  }

  @Override
  public RunSpec plan(Asked asked, Path folder) {
    return calls.post(
        "/api/recipes/plan",
        body(asked, folder),
        Map.of(),
        run -> SubmissionJson.read(run, RunSpec.DEFAULT_TENANT, null));
  }

  private static ObjectNode body(Asked asked, Path folder) {
    ObjectNode body = Json.object();
    body.set("recipe", RecipeText.json(asked.recipe()));
    ObjectNode parameters = body.putObject("parameters");
    asked.parameters().forEach(parameters::put);
    return body.put("folder", folder.toString());
  }

  @Override
  public List<Output> evidence(RunId run) {
    return calls.list(
        "/api/runs/" + run + "/evidence",
        file ->
            new Output(
                file.text("name"),
                file.text("name"),
                file.number("bytes", 0, Long.MAX_VALUE),
                file.number("rows", 0, Long.MAX_VALUE),
                file.text("checksum")));
  }

  @Override
  public void fetch(RunId run, Output file, Path to) {
    String name = URLEncoder.encode(file.name(), StandardCharsets.UTF_8);
    calls.download("/api/runs/%s/evidence/%s".formatted(run, name), to, file.bytes());
  }

  @Override
  public void close() {
    calls.close();
  }
}
