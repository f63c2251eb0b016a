package dev.tidemill.reconcile.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.tidemill.core.job.JobType;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.RecipeReader;
import dev.tidemill.reconcile.recipe.RecipeText;
import dev.tidemill.reconcile.recipe.SourceSpec;
import dev.tidemill.sources.stage.StagePlanHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiFunction;

/** Makes runs of recipes. Thread-safe. Nothing is read of the sources but whether they may be. */
public final class ReconcileRuns {
  public static final String KIND = "reconcile";
  private static final Duration DEADLINE = Duration.ofHours(2);
  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private final Reach reach;
  private final BiFunction<JobType, String, JobSpec> jobs;

  /**
   * @param jobs how a type of job is to be run
   */
  public ReconcileRuns(Reach reach, BiFunction<JobType, String, JobSpec> jobs) {
    this.reach = reach;
    this.jobs = jobs;
  }

  /**
   * @param folder where relative paths in the recipe begin
   */
  public RunSpec spec(Asked asked, Path folder) {
    Recipe read = RecipeReader.read(asked.recipe(), asked.parameters());
    Reach.Reached left = reach.of(read.left(), "left", folder);
    Reach.Reached right = reach.of(read.right(), "right", folder);
    String recipe = RecipeText.withAddresses(asked.recipe(), left.shown(), right.shown());
    var plans = new ArrayList<JobSpec>();
    plan(plans, read.left(), left);
    plan(plans, read.right(), right);
    var match = new MatchPayload(recipe, asked.parameters(), left.place(), right.place());
    List<JobSpec> execs = List.of(jobs.apply(MatchHandler.TYPE, json(match)));
    RunSpec run =
        (plans.isEmpty() ? RunSpec.of(KIND, execs) : RunSpec.staged(KIND, plans, execs))
            .spec(spec(recipe, asked))
            .deadline(DEADLINE);
    return asked.idempotencyKey() == null ? run : run.idempotencyKey(asked.idempotencyKey());
  }

  private void plan(List<JobSpec> plans, SourceSpec source, Reach.Reached reached) {
    reached
        .staging(source)
        .ifPresent(payload -> plans.add(jobs.apply(StagePlanHandler.TYPE, json(payload))));
  }

  private static String spec(String recipe, Asked asked) {
    var spec = new LinkedHashMap<String, Object>();
    spec.put("recipe", new RawValue(recipe));
    spec.put("parameters", asked.parameters());
    return json(spec);
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a payload is always JSON", e);
    }
  }
}
