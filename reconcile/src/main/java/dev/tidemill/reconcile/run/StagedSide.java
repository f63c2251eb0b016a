package dev.tidemill.reconcile.run;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.StagedJob;
import dev.tidemill.reconcile.match.Request;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.proof.PartVerifier;
import dev.tidemill.sources.proof.StagedJson;
import dev.tidemill.sources.proof.StagedPart;
import dev.tidemill.sources.proof.StagedPlan;
import dev.tidemill.sources.proof.StagedSource;
import dev.tidemill.sources.stage.StageChunkHandler;
import dev.tidemill.sources.stage.StagePlanHandler;
import dev.tidemill.sources.stage.StageSettings;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.storage.ObjectKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Brings a staged source to this machine, part by part, and proves that it is whole. */
final class StagedSide {
  private final Workshop shop;
  private final List<StagedJob> jobs;
  private final Path folder;

  StagedSide(Workshop shop, List<StagedJob> jobs, Path folder) {
    this.shop = shop;
    this.jobs = jobs;
    this.folder = folder;
  }

  /**
   * @param now how old the source is by then goes into the manifest
   */
  SideInput open(String name, Instant now) {
    StagedPlan plan = plan(name);
    StagedSource source = StagedSource.of(plan, parts(name));
    var verifier = new PartVerifier(shop.limits());
    var files = new ArrayList<Path>();
    for (StagedPart part : source.parts()) {
      Path file = fetch(part);
      verifier.verify(part, source.sqlColumns(), file);
      files.add(file);
    }
    var manifest = new LinkedHashMap<String, Object>();
    manifest.put("rows", source.rows());
    manifest.put("row_hash", source.rowHash());
    manifest.put("snapshot", source.snapshot().word());
    manifest.put("snapshot_moment", source.snapshotMoment());
    Duration age = Duration.between(Instant.parse(source.snapshotMoment()), now);
    manifest.put("snapshot_age_seconds", Math.max(0, age.toSeconds()));
    manifest.put("parts", source.parts().size());
    warning(plan, age).ifPresent(words -> manifest.put("warning", words));
    return new SideInput(
        new Request.Input(new SqlInput.Parquet(files), source.sqlColumns()), null, manifest);
  }

  private static Optional<String> warning(StagedPlan plan, Duration age) {
    if (age.compareTo(StageSettings.DEFAULT.snapshotMaxAge()) > 0) {
      return Optional.of("the source is as it was %d hours ago".formatted(age.toHours()));
    }
    return Optional.ofNullable(plan.warning());
  }

  private StagedPlan plan(String name) {
    return jobs.stream()
        .filter(job -> job.type().equals(StagePlanHandler.TYPE))
        .map(job -> StagedJson.read(Objects.requireNonNull(job.result()), StagedPlan.class))
        .filter(plan -> plan.source().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.of(
                        SourceError.STAGED_PART_WRONG,
                        "the source %s was not staged".formatted(name))
                    .exception());
  }

  private List<StagedPart> parts(String name) {
    return jobs.stream()
        .filter(job -> job.type().equals(StageChunkHandler.TYPE))
        .map(job -> StagedJson.read(Objects.requireNonNull(job.result()), StagedPart.class))
        .filter(part -> part.source().equals(name))
        .toList();
  }

  private Path fetch(StagedPart part) {
    Path file = folder.resolve("%s-%d.parquet".formatted(part.source(), part.ordinal()));
    try (InputStream in = shop.objects().open(ObjectKey.of(part.object()))) {
      Files.copy(in, file);
      return file;
    } catch (IOException e) {
      throw Problem.of(CoreError.UNAVAILABLE, part.name() + " could not be fetched")
          .cause(e.toString())
          .exception(e);
    }
  }
}
