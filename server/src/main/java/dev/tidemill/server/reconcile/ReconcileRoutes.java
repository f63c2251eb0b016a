package dev.tidemill.server.reconcile;

import static dev.tidemill.server.route.Role.OPERATOR;
import static dev.tidemill.server.route.Role.VIEWER;
import static dev.tidemill.server.route.Route.get;
import static dev.tidemill.server.route.Route.post;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.ProblemJson;
import dev.tidemill.jobs.json.RunJson;
import dev.tidemill.jobs.json.SubmissionJson;
import dev.tidemill.reconcile.recipe.RecipeException;
import dev.tidemill.reconcile.recipe.RecipeReader;
import dev.tidemill.reconcile.run.Asked;
import dev.tidemill.reconcile.run.LocalReconciler;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Request;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.Schema;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Recipes in, runs and evidence out. */
public final class ReconcileRoutes {
  private static final DataSize LARGEST_RECIPE = DataSize.ofMebibytes(4);
  private static final int PIECE = 1 << 16;

  private final LocalReconciler reconciler;
  private final JobIntake intake;
  private final Path folder;

  /**
   * @param folder where relative paths begin when a request does not say
   */
  public ReconcileRoutes(LocalReconciler reconciler, JobIntake intake, Path folder) {
    this.reconciler = reconciler;
    this.intake = intake;
    this.folder = folder;
  }

  public List<Route> routes() {
    String recipe = Schema.object("recipe! object", "parameters object", "folder string?");
    return List.of(
        post("/api/runs")
            .summary("Reconcile by a recipe; relative paths in it begin at `folder`")
            .role(OPERATOR)
            .body(LARGEST_RECIPE)
            .takes(recipe)
            .answers(Schema.object("run_id string", "existed boolean"))
            .by(this::submit),
        post("/api/recipes/plan")
            .summary("The run that a recipe would be, for schedules; passwords in it are sealed")
            .role(OPERATOR)
            .body(LARGEST_RECIPE)
            .takes(recipe)
            .answers(Schema.object("kind string", "plans array", "jobs array"))
            .by(this::plan),
        post("/api/recipes/validate")
            .summary("Read a recipe and tell all its problems")
            .role(VIEWER)
            .body(LARGEST_RECIPE)
            .takes(recipe)
            .answers(Schema.object("valid boolean", "errors array"))
            .by(ReconcileRoutes::validate),
        get("/api/runs/{run}/evidence")
            .summary("The files of a run's evidence; none before it has completed")
            .role(VIEWER)
            .answers(Schema.object("items array", "next string?"))
            .by(this::evidence),
        get("/api/runs/{run}/evidence/{file}")
            .summary("One file of a run's evidence")
            .role(VIEWER)
            .by(this::file));
  }

  private Answer submit(Request request) {
    Fields body = request.json();
    var asked =
        new Asked(
            recipe(body).toString(),
            parameters(body),
            request.header("idempotency-key").orElse(null));
    Submitted submitted = reconciler.submit(asked, folder(body));
    return Answer.json(submitted.existed() ? 200 : 201, RunJson.write(submitted));
  }

  private Answer plan(Request request) {
    Fields body = request.json();
    var asked = new Asked(recipe(body).toString(), parameters(body), null);
    return Answer.json(SubmissionJson.write(reconciler.plan(asked, folder(body))));
  }

  private Path folder(Fields body) {
    String in = body.textOrNull("folder");
    return in == null ? folder : body.make("folder", () -> Path.of(in));
  }

  private static Answer validate(Request request) {
    Fields body = request.json();
    ObjectNode answer = Json.object();
    ArrayNode errors = Json.object().putArray("errors");
    try {
      RecipeReader.read(recipe(body).toString(), parameters(body));
    } catch (RecipeException e) {
      e.problems().forEach(problem -> errors.add(ProblemJson.write(problem)));
    }
    answer.put("valid", errors.isEmpty()).set("errors", errors);
    return Answer.json(answer);
  }

  private Answer evidence(Request request) {
    ObjectNode answer = Json.object();
    ArrayNode items = answer.putArray("items");
    for (Output file : reconciler.evidence(run(request))) {
      items
          .addObject()
          .put("name", file.name())
          .put("bytes", file.bytes())
          .put("rows", file.rows())
          .put("checksum", file.checksum());
    }
    answer.putNull("next");
    return Answer.json(answer);
  }

  private Answer file(Request request) {
    RunId run = run(request);
    String name = request.part("file");
    Output file =
        reconciler.evidence(run).stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    Problem.of(
                            CoreError.NOT_FOUND,
                            "the evidence of %s has no file '%s'".formatted(run, name))
                        .next("GET /api/runs/%s/evidence lists what there is".formatted(run))
                        .exception());
    String type = name.endsWith(".json") ? Answer.JSON : "application/vnd.apache.parquet";
    return Answer.stream(type, sink -> copy(file, sink))
        .header("content-disposition", "attachment; filename=\"%s\"".formatted(name));
  }

  private void copy(Output file, Answer.Sink sink) throws Exception {
    try (InputStream in = reconciler.open(file)) {
      byte[] piece = new byte[PIECE];
      for (int n = in.readNBytes(piece, 0, PIECE); n > 0; n = in.readNBytes(piece, 0, PIECE)) {
        sink.write(ByteBuffer.wrap(piece, 0, n));
        piece = new byte[PIECE];
      }
    }
  }

  private RunId run(Request request) {
    RunId run = RunId.parse(request.part("run"));
    if (intake.find(run).isEmpty()) {
      throw Problem.of(CoreError.NOT_FOUND, "there is no " + run)
          .next("GET /api/runs lists what there is")
          .exception();
    }
    return run;
  }

  private static JsonNode recipe(Fields body) {
    return body.value("recipe");
  }

  static Map<String, String> parameters(Fields body) {
    var parameters = new LinkedHashMap<String, String>();
    if (body.has("parameters")) {
      body.value("parameters")
          .properties()
          .forEach(entry -> parameters.put(entry.getKey(), entry.getValue().asText()));
    }
    return parameters;
  }
}
