package dev.tidemill.reconcile.run;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Submitted;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@link Reconciler} over a store and its objects. */
public final class LocalReconciler implements Reconciler {
  private static final int MOST_FILES = 100;

  private final ReconcileRuns runs;
  private final JobIntake intake;
  private final ObjectStore objects;

  public LocalReconciler(ReconcileRuns runs, JobIntake intake, ObjectStore objects) {
    this.runs = runs;
    this.intake = intake;
    this.objects = objects;
  }

  @Override
  public Submitted submit(Asked asked, Path folder) {
    return intake.submit(plan(asked, folder));
  }

  @Override
  public RunSpec plan(Asked asked, Path folder) {
    return runs.spec(asked, folder);
  }

  @Override
  public List<Output> evidence(RunId run) {
    return intake.outputs(run, MatchHandler.EVIDENCE, MOST_FILES).stream()
        .map(settled -> settled.output())
        .filter(output -> output.name().startsWith(MatchHandler.EVIDENCE))
        .map(LocalReconciler::plain)
        .toList();
  }

  private static Output plain(Output output) {
    String name = output.name().substring(MatchHandler.EVIDENCE.length());
    return new Output(name, output.object(), output.bytes(), output.rows(), output.checksum());
  }

  /** The bytes of one of them. The caller closes. */
  public InputStream open(Output file) {
    return objects.open(ObjectKey.of(file.object()));
  }

  @Override
  public void fetch(RunId run, Output file, Path to) {
    try (InputStream in = open(file)) {
      Files.copy(in, to);
    } catch (IOException e) {
      throw Problem.of(
              CoreError.UNAVAILABLE, "%s could not be copied to %s".formatted(file.name(), to))
          .cause(e.toString())
          .exception(e);
    }
  }
}
