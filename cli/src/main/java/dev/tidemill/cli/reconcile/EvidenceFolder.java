package dev.tidemill.cli.reconcile;

import dev.tidemill.cli.settings.Settings;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.RunId;
import dev.tidemill.reconcile.run.Reconciler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A folder of this machine with the evidence of a run under its plain names. */
public final class EvidenceFolder {
  private final Settings settings;
  private final @Nullable String named;

  /**
   * @param named as the user named it; null for the run's own in the data folder
   */
  public EvidenceFolder(Settings settings, @Nullable String named) {
    this.settings = settings;
    this.named = named;
    if (named != null && Files.exists(folder(named)) && !Files.isDirectory(folder(named))) {
      throw Problem.of(CoreError.INVALID_INPUT, "%s is not a folder".formatted(named))
          .field("--out")
          .next("name a folder; it is made if need be")
          .exception();
    }
  }

  /** Each file appears whole; {@code metadata.json} last. */
  public Path fill(Reconciler reconciler, RunId run) {
    Path folder =
        named == null ? settings.data().resolve("runs").resolve(run.toString()) : folder(named);
    try {
      Files.createDirectories(folder);
      List<Output> files = reconciler.evidence(run);
      for (boolean last : new boolean[] {false, true}) {
        for (Output file : files) {
          if (file.name().equals("metadata.json") == last) {
            fetch(reconciler, run, file, folder);
          }
        }
      }
      return folder.normalize();
    } catch (IOException e) {
      throw Problem.of(
              CoreError.UNAVAILABLE, "the evidence could not be put into %s".formatted(folder))
          .cause(e.toString())
          .next("it is kept: `tidemill runs evidence %s --out FOLDER`".formatted(run))
          .exception(e);
    }
  }

  private static void fetch(Reconciler reconciler, RunId run, Output file, Path folder)
      throws IOException {
    Path near = folder.resolve("." + file.name() + ".part");
    Files.deleteIfExists(near);
    reconciler.fetch(run, file, near);
    Files.move(near, folder.resolve(file.name()), StandardCopyOption.REPLACE_EXISTING);
  }

  private Path folder(String name) {
    return settings.folder().resolve(name);
  }
}
