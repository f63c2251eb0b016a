package dev.tidemill.sources.stage;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.DataSize;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.sources.Connectors;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.SourcePolicy;
import dev.tidemill.sources.SourceSession;
import dev.tidemill.sources.proof.PartVerifier;
import dev.tidemill.sources.proof.StagedJson;
import dev.tidemill.sources.proof.StagedPart;
import dev.tidemill.sources.proof.StagedPlan;
import dev.tidemill.sources.proof.StagedSource;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.storage.LocalObjectStore;
import dev.tidemill.storage.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Handlers as a worker would run them, payloads read as it reads them. */
final class StagingFixture implements AutoCloseable {
  private static final JsonMapper PAYLOADS =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  final LocalObjectStore objects;
  final Path folder;
  final List<AutoCloseable> kept = new ArrayList<>();
  final StagePlanHandler plans;
  final StageChunkHandler chunks;
  private final SqlLimits limits;

  StagingFixture(Path folder, int thresholdRows) {
    this.folder = folder;
    this.objects = new LocalObjectStore(folder.resolve("objects"), new SystemTime());
    this.limits = new SqlLimits(DataSize.ofMebibytes(256), 1, folder.resolve("temp"));
    var connectors = Connectors.standard(SourcePolicy.anywhere(), new SystemTime());
    var stager = new PartStager(objects, limits);
    this.plans =
        new StagePlanHandler(
            connectors,
            Credential::of,
            stager,
            (run, session) -> kept.add(session),
            new StageSettings(thresholdRows, 4));
    this.chunks = new StageChunkHandler(connectors, Credential::of, stager);
  }

  static StagePlan plan(String uri) {
    return new StagePlan("payments", uri, null, null, null, null, null);
  }

  static <T> T payload(String json, Class<T> type) {
    try {
      return PAYLOADS.readValue(json, type);
    } catch (IOException e) {
      throw new IllegalStateException(json, e);
    }
  }

  JobOutcome.Done run(StagePlan plan) throws InterruptedException {
    var json = StagedJson.write(plan);
    return (JobOutcome.Done) plans.run(payload(json, StagePlan.class), new FakeContext(1));
  }

  StagedPart chunk(JobOutcome.Done plan, int i) throws InterruptedException {
    var payload = payload(plan.children().get(i).payload(), StageChunk.class);
    var done = (JobOutcome.Done) chunks.run(payload, new FakeContext(10 + i));
    return StagedJson.read(String.valueOf(done.result()), StagedPart.class);
  }

  /** Plan and all chunks, as one source. */
  StagedSource all(StagePlan plan) throws InterruptedException {
    JobOutcome.Done done = run(plan);
    var parts = new ArrayList<StagedPart>();
    for (int i = 0; i < done.children().size(); i++) {
      parts.add(chunk(done, i));
    }
    return StagedSource.of(result(done), parts);
  }

  static StagedPlan result(JobOutcome.Done done) {
    return StagedJson.read(String.valueOf(done.result()), StagedPlan.class);
  }

  Path file(StagedPart part) {
    try {
      Path file = Files.createTempFile(folder, "part", ".parquet");
      try (var in = objects.open(ObjectKey.of(part.object()))) {
        Files.write(file, in.readAllBytes());
      }
      return file;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  void verify(StagedSource source) {
    source
        .parts()
        .forEach(part -> new PartVerifier(limits).verify(part, source.sqlColumns(), file(part)));
  }

  PartVerifier verifier() {
    return new PartVerifier(limits);
  }

  SourceSession session() {
    return (SourceSession) kept.getFirst();
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable session : kept) {
      session.close();
    }
  }
}
