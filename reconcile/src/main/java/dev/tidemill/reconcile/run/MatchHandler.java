package dev.tidemill.reconcile.run;

import dev.tidemill.core.job.JobContext;
import dev.tidemill.core.job.JobHandler;
import dev.tidemill.core.job.JobLimits;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Output;
import dev.tidemill.reconcile.evidence.Metadata;
import dev.tidemill.reconcile.evidence.Summary;
import dev.tidemill.reconcile.match.MatchLimits;
import dev.tidemill.reconcile.match.Reconciliation;
import dev.tidemill.reconcile.match.Request;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.RecipeReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Matches two sides that are ready to be read, and stores the evidence. */
public final class MatchHandler implements JobHandler<MatchPayload> {
  public static final JobType TYPE = JobType.of("exec");

  /** Evidence files are outputs whose names begin so. */
  public static final String EVIDENCE = "evidence/";

  private final Workshop workshop;

  public MatchHandler(Workshop workshop) {
    this.workshop = workshop;
  }

  @Override
  public JobType type() {
    return TYPE;
  }

  @Override
  public Class<MatchPayload> payloadClass() {
    return MatchPayload.class;
  }

  @Override
  public JobLimits limits() {
    return new JobLimits(Duration.ofMinutes(30), 2);
  }

  @Override
  public JobOutcome run(MatchPayload payload, JobContext context) throws Exception {
    Recipe recipe = RecipeReader.read(payload.recipe(), payload.parameters());
    try (Workbench bench = workshop.bench(context)) {
      context.progress(0, "looking at the sources");
      SideInput left = bench.open(payload.left());
      SideInput right = bench.open(payload.right());
      Path evidence = bench.folder().resolve("evidence");
      var request =
          new Request(
              recipe,
              left.input(),
              right.input(),
              workshop.engine(),
              workshop.limits(),
              MatchLimits.DEFAULT,
              evidence,
              context.time(),
              metadata(context, left, right));
      Summary summary =
          Reconciliation.run(request, (done, doing) -> context.progress(0.1 + 0.8 * done, doing));
      left.requireRows(recipe.left(), summary.leftRows());
      right.requireRows(recipe.right(), summary.rightRows());
      context.progress(0.95, "storing evidence");
      List<Output> outputs = store(recipe, evidence, context);
      context.log(words(summary));
      return new JobOutcome.Done(outputs, List.of(), RunResult.json(summary));
    }
  }

  private static Map<String, Object> metadata(JobContext context, SideInput left, SideInput right) {
    var more = new LinkedHashMap<String, Object>();
    more.put("run_id", context.run().toString());
    more.put("left_manifest", left.manifest());
    more.put("right_manifest", right.manifest());
    return more;
  }

  private List<Output> store(Recipe recipe, Path evidence, JobContext context) {
    List<String> names =
        List.of(
            recipe.output().matched(),
            recipe.output().unmatchedLeft(),
            recipe.output().unmatchedRight());
    List<Long> rows = workshop.rows(names.stream().map(evidence::resolve).toList());
    var outputs = new ArrayList<Output>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      outputs.add(workshop.store(evidence.resolve(name), EVIDENCE + name, rows.get(i), context));
    }
    outputs.add(
        workshop.store(evidence.resolve(Metadata.FILE), EVIDENCE + Metadata.FILE, 0, context));
    return outputs;
  }

  private static String words(Summary summary) {
    return "matched %,d; left over: %,d and %,d"
        .formatted(summary.matched(), summary.unmatchedLeft(), summary.unmatchedRight());
  }
}
