package dev.tidemill.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.cli.Surroundings;
import dev.tidemill.cli.output.Format;
import dev.tidemill.cli.output.JsonText;
import dev.tidemill.cli.reconcile.EvidenceFolder;
import dev.tidemill.cli.reconcile.SummaryText;
import dev.tidemill.cli.settings.Settings;
import dev.tidemill.cli.settings.SettingsOptions;
import dev.tidemill.jobs.JobFilter;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.Page;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.RunJson;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.reconcile.run.Asked;
import dev.tidemill.reconcile.run.MatchHandler;
import dev.tidemill.reconcile.run.Reconciler;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemill reconcile RECIPE}. */
@Command(
    name = "reconcile",
    description =
        "Match two datasets by a recipe and write evidence of what matched, what did not, and why."
            + " Runs here and now, or on the daemon or server that is there.")
public final class ReconcileCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin private SettingsOptions options = new SettingsOptions();

  @Parameters(paramLabel = "RECIPE", description = "The recipe, a JSON file (docs/recipe.md).")
  private String recipe = "";

  @Option(
      names = {"-p", "--param"},
      paramLabel = "NAME=VALUE",
      description = "A value for one of the recipe's parameters.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Where the evidence is put (default: runs/RUN in the data folder).")
  private @Nullable String out;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Submitting the same again under this key does nothing.")
  private @Nullable String idempotencyKey;

  @Option(
      names = "--wait",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Follow the run to its end (default); --no-wait returns once it is submitted.")
  private boolean wait = true;

  public ReconcileCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    Settings settings = options.load(surroundings);
    RecipeFile file = RecipeFile.read(surroundings.folder().resolve(recipe));
    var asked = new Asked(file.text(), parameters, idempotencyKey);
    var evidence = new EvidenceFolder(settings, out);
    try (Backend backend = Backend.open(settings, surroundings)) {
      if (backend.alone()) {
        DuckDbEngine.loadAhead();
      }
      Reconciler reconciler = backend.reconciler();
      Submitted submitted = reconciler.submit(asked, file.folder());
      if (!wait && !backend.alone()) {
        return submitted(submitted);
      }
      if (backend.alone()) {
        backend.workHere();
      }
      JobIntake intake = backend.seams().intake();
      RunView run =
          new RunWatch(intake, backend.seams().fleet(), surroundings.err()).await(submitted.run());
      if (run.status() != RunStatus.COMPLETED) {
        return failed(run);
      }
      Path where = evidence.fill(reconciler, run.id());
      show(run, result(intake, run), where);
      return 0;
    }
  }

  private static ObjectNode result(JobIntake intake, RunView run) {
    var filter = new JobFilter(run.id(), null, MatchHandler.TYPE.name());
    List<JobView> jobs = intake.jobs(filter, new Page(0, 1));
    String json = jobs.isEmpty() ? null : jobs.getFirst().result();
    return Json.readObject(json == null ? "{}" : json);
  }

  private int submitted(Submitted submitted) {
    if (options.format() == Format.JSON) {
      JsonText.print(surroundings.out(), RunJson.write(submitted));
    } else {
      surroundings.out().println(submitted.run());
      surroundings
          .err()
          .printf("Submitted; follow it with `tidemill runs get %s`%n", submitted.run());
    }
    return 0;
  }

  private int failed(RunView run) {
    if (options.format() == Format.JSON) {
      JsonText.print(surroundings.out(), RunJson.write(run));
    }
    surroundings.err().printf("%s %s%n", run.id(), run.status().word());
    ErrorLine.print(surroundings.err(), run.error());
    return Outcome.of(run);
  }

  private void show(RunView run, ObjectNode result, Path evidence) {
    if (options.format() == Format.JSON) {
      ObjectNode all = Json.object();
      all.put("run_id", run.id().toString()).put("status", run.status().word());
      all.setAll(result);
      all.put("evidence", evidence.toString());
      JsonText.print(surroundings.out(), all);
    } else {
      new SummaryText(surroundings.out()).print(run, result, evidence);
    }
  }
}
