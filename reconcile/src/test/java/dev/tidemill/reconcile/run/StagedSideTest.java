package dev.tidemill.reconcile.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobId;
import dev.tidemill.core.job.StagedJob;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.file.FilePolicy;
import dev.tidemill.sources.file.NativeFiles;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.sources.proof.StagedColumn;
import dev.tidemill.sources.proof.StagedJson;
import dev.tidemill.sources.proof.StagedPart;
import dev.tidemill.sources.proof.StagedPlan;
import dev.tidemill.sources.stage.StageChunkHandler;
import dev.tidemill.sources.stage.StagePlanHandler;
import dev.tidemill.sql.ParquetOptions;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import dev.tidemill.sql.SqlType;
import dev.tidemill.sql.arrow.ArrowParquetReader;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.LocalObjectStore;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is matched that was not proven whole. */
@Tag("R7")
class StagedSideTest {
  private static final List<SqlColumn> COLUMNS =
      List.of(new SqlColumn("id", SqlType.BIGINT), new SqlColumn("note", SqlType.VARCHAR));

  private final Path folder;
  private final SqlLimits limits;
  private final LocalObjectStore objects;
  private final Workshop shop;
  private final List<StagedJob> jobs = new ArrayList<>();

  StagedSideTest(@TempDir Path folder) {
    this.folder = folder;
    this.limits = new SqlLimits(DataSize.ofMebibytes(256), 1, folder.resolve("temp"));
    this.objects = new LocalObjectStore(folder.resolve("objects"), new SystemTime());
    var engine = new DuckDbEngine();
    this.shop =
        new Workshop(
            engine,
            limits,
            new NativeFiles(engine, limits, FilePolicy.ANY),
            objects,
            bucket -> {
              throw new IllegalStateException(bucket);
            },
            folder.resolve("work"));
  }

  @BeforeEach
  void twoParts() throws Exception {
    Files.createDirectories(folder.resolve("bench"));
    jobs.add(
        new StagedJob(
            new JobId(1),
            StagePlanHandler.TYPE,
            "{}",
            StagedJson.write(
                new StagedPlan(
                    "left",
                    COLUMNS.stream()
                        .map(c -> new StagedColumn(c.name(), c.type().toString(), true, "any"))
                        .toList(),
                    Snapshot.Kind.EXPORTED,
                    "2026-11-15T00:00:00Z",
                    6,
                    2,
                    List.of(),
                    null)),
            List.of()));
    jobs.add(part(0));
    jobs.add(part(1));
  }

  @Test
  void parts_that_are_what_was_staged_are_read() {
    SideInput side = open();
    assertThat(side.input().files().files()).hasSize(2);
    assertThat(side.manifest()).containsEntry("rows", 6L).containsEntry("snapshot", "exported");
    assertThat(side.manifest())
        .containsEntry("snapshot_age_seconds", 60L)
        .doesNotContainKey("warning");
  }

  @Test
  void a_source_of_days_ago_is_told_so() {
    SideInput side =
        new StagedSide(shop, jobs, folder.resolve("bench"))
            .open("left", Instant.parse("2026-11-17T00:00:00Z"));
    assertThat(side.manifest()).containsEntry("warning", "the source is as it was 48 hours ago");
  }

  @Test
  void a_part_that_was_tampered_with_fails_by_name() throws Exception {
    Path object = folder.resolve("objects").resolve("part-1.parquet");
    byte[] bytes = Files.readAllBytes(object);
    bytes[bytes.length / 2] ^= 1;
    Files.write(object, bytes);
    refused("part-01.parquet");
  }

  @Test
  void a_part_that_was_exchanged_for_another_valid_one_fails_by_name() throws Exception {
    Files.copy(
        folder.resolve("objects/part-0.parquet"),
        folder.resolve("objects/part-1.parquet"),
        StandardCopyOption.REPLACE_EXISTING);
    refused("part-01.parquet");
  }

  @Test
  void a_part_that_is_missing_fails_by_name() {
    objects.delete(ObjectKey.of("part-1.parquet"));
    refused("part-1");
    jobs.removeLast();
    refused("part-01.parquet");
  }

  @Test
  void a_part_that_is_there_twice_fails_by_name() {
    jobs.add(jobs.getLast());
    refused("part-01.parquet");
  }

  @Test
  void a_source_that_was_never_staged_is_told() {
    jobs.clear();
    refused("left");
  }

  private void refused(String name) {
    assertThatThrownBy(this::open).isInstanceOf(TidemillException.class).hasMessageContaining(name);
  }

  private SideInput open() {
    try {
      return new StagedSide(shop, jobs, Files.createTempDirectory(folder, "bench"))
          .open("left", Instant.parse("2026-11-15T00:01:00Z"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private StagedJob part(int ordinal) throws Exception {
    Path file = folder.resolve("part-" + ordinal + ".parquet");
    try (SqlSession session = new DuckDbEngine().open(limits)) {
      session.seal();
      session.writeParquet(
          "SELECT CAST(n + %d AS BIGINT) AS id, 'row ' || n AS note FROM (VALUES (1), (2), (3)) AS v (n)"
              .formatted(10 * ordinal),
          file,
          ParquetOptions.DEFAULT);
    }
    var hash = new RowHash();
    new ArrowParquetReader(limits).read(file, COLUMNS, hash);
    String object = "part-" + ordinal + ".parquet";
    objects.put(ObjectKey.of(object), Content.of(file));
    var part =
        new StagedPart("left", ordinal, object, 3, Files.size(file), hash.hex(), Sha256.of(file));
    return new StagedJob(
        new JobId(10 + ordinal),
        StageChunkHandler.TYPE,
        "{}",
        StagedJson.write(part),
        List.of(part.output()));
  }
}
