package dev.tidemill.reconcile.run;

import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.Submitted;
import java.nio.file.Path;
import java.util.List;

/** For those who want data reconciled: here, or by a server. Thread-safe. */
public interface Reconciler {

  /**
   * Makes a run of a recipe.
   *
   * @param folder where relative paths in the recipe begin
   */
  Submitted submit(Asked asked, Path folder);

  /** The run that {@link #submit} would submit, to be submitted later, as often as wanted. */
  RunSpec plan(Asked asked, Path folder);

  /** The files of a run's evidence, with their plain names; none before it has completed. */
  List<Output> evidence(RunId run);

  /** Copies one of them to a file that does not exist yet. */
  void fetch(RunId run, Output file, Path to);
}
