package dev.tidemill.sources.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.JobOutcome;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.job.StopReason;
import dev.tidemill.sources.Filter;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.proof.StagedPart;
import dev.tidemill.sources.proof.StagedSource;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import dev.tidemill.testkit.ChildProcess;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("R6")
class StagingTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final PostgresDatabase database = Servers.newPostgresDatabase();
  private final Path folder;

  StagingTest(@TempDir Path folder) {
    this.folder = folder;
    execute(
        "CREATE TABLE payments (id bigint PRIMARY KEY, amount numeric(12, 2), paid_at timestamptz,"
            + " note text)",
        "INSERT INTO payments SELECT i, i / 7.0, timestamptz '2026-01-01' + i * interval '1 s',"
            + " CASE WHEN i % 5 = 0 THEN NULL ELSE 'payment ' || i END FROM"
            + " generate_series(1, 30000) i",
        "ANALYZE payments");
  }

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  @Tag("R8")
  void a_value_that_is_too_long_is_refused_by_column_and_row() throws Exception {
    execute("INSERT INTO payments VALUES (99999, 1, now(), repeat('x', 5001))", "ANALYZE payments");
    var settings = new StageSettings(1_000_000, 4, 5000, 0);
    var plan = new StagePlan("payments", uri(), null, null, null, settings, null);
    try (var staging = new StagingFixture(folder, 1_000_000)) {
      assertThatThrownBy(() -> staging.run(plan))
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> {
                assertThat(e.code()).isEqualTo(SourceError.SOURCE_VALUE_UNSUPPORTED);
                assertThat(e.problem().message()).contains("column note", "5,001", "row 30,001");
              });
      assertThat(staging.folder.resolve("temp")).isEmptyDirectory();
      execute("UPDATE payments SET note = repeat('x', 5000) WHERE id = 99999");
      assertThat(staging.all(plan).rows()).isEqualTo(30_001);

      execute("UPDATE payments SET note = repeat('x', 5001) WHERE id = 99999", "ANALYZE payments");
      var cut =
          new StagePlan(
              "payments", uri(), null, null, null, new StageSettings(100, 4, 5000, 0), null);
      assertThatThrownBy(() -> staging.all(cut)).hasMessageContaining("column note");
    }
  }

  @Test
  @Tag("R8")
  void a_worker_with_a_small_heap_does_not_die_of_long_values() {
    String random =
        "(SELECT string_agg(decode(md5((n * 1000000 + i)::text), 'hex'), '')"
            + " FROM generate_series(1, 610000) i)";
    execute(
        "CREATE TABLE gigabyte AS SELECT 1 AS n, repeat('x', 1000000000) AS v",
        // Nearly a 24th of 256 MiB, twice in a row, and nothing to squeeze.
        "CREATE TABLE longest AS SELECT n, %s AS a, %s AS b FROM generate_series(1, 12) n"
            .formatted(random, random),
        "CREATE TABLE beyond AS SELECT repeat('x', 12000000) AS v",
        "CREATE TABLE wide AS SELECT n, repeat(md5(n::text), 30000) AS v"
            + " FROM generate_series(1, 500) n");
    try (var worker =
        ChildProcess.jvm(SmallHeap.class)
            .flags("-Xmx256m", "-XX:+ExitOnOutOfMemoryError")
            .arguments(
                folder.toString(),
                database.url() + "?table=gigabyte",
                database.url() + "?table=longest",
                database.url() + "?table=beyond",
                database.url() + "?table=wide",
                uri())
            .start()) {
      worker.awaitLine("end", LONG.multipliedBy(5));
      assertThat(worker.stdout())
          .containsSubsequence(
              "refused SOURCE_VALUE_UNSUPPORTED column v has a value of 1,000,000,000 bytes in row"
                  + " 1 of the part",
              "staged 12",
              "refused SOURCE_VALUE_UNSUPPORTED column v has a value of 12,000,000 bytes in row 1"
                  + " of the part",
              "staged 500",
              "staged 30000");
    }
  }

  @Test
  @Tag("R7")
  void a_snapshot_that_is_too_old_is_staged_anew() throws Exception {
    var settings = new StageSettings(100, 4, 0, 3600);
    var plan = new StagePlan("payments", uri(), null, null, null, settings, null);
    try (var staging = new StagingFixture(folder, 100)) {
      JobOutcome.Done done = staging.run(plan);
      var payload = StagingFixture.payload(done.children().getFirst().payload(), StageChunk.class);
      assertThat(staging.chunks.run(payload, new FakeContext(10)))
          .isInstanceOf(JobOutcome.Done.class);
      var moment = Instant.parse(payload.snapshot().moment());
      var old =
          new StageChunk(
              payload.plan(),
              payload.ordinal(),
              payload.chunk(),
              new StageChunk.Shared(
                  payload.snapshot().kind(),
                  payload.snapshot().id(),
                  payload.snapshot().fingerprint(),
                  moment.minusSeconds(3600).toString()),
              payload.columns(),
              payload.expectedRows());
      assertThat(staging.chunks.run(old, new FakeContext(11)))
          .isInstanceOfSatisfying(
              JobOutcome.Restage.class,
              again -> assertThat(again.problem().cause()).contains("staging.snapshot_max_age"));
    }
  }

  @Test
  void a_small_source_is_staged_by_its_plan() throws Exception {
    try (var staging = new StagingFixture(folder, 1_000_000)) {
      StagedSource source = staging.all(StagingFixture.plan(uri()));
      assertThat(source.rows()).isEqualTo(30_000);
      assertThat(source.parts()).hasSize(1);
      assertThat(source.snapshot()).isEqualTo(Snapshot.Kind.EXPORTED);
      assertThat(source.sqlColumns()).contains(new SqlColumn("amount", SqlType.decimal(12, 2)));
      assertThat(staging.kept).isEmpty();
      staging.verify(source);
      assertNothingOpen();
      assertThat(staging.folder.resolve("temp")).isEmptyDirectory();
    }
  }

  @Test
  void a_large_source_is_staged_by_chunks_under_one_snapshot() throws Exception {
    StagedSource alone;
    try (var staging = new StagingFixture(folder, 1_000_000)) {
      alone = staging.all(StagingFixture.plan(uri()));
    }
    try (var staging = new StagingFixture(folder, 1000)) {
      JobOutcome.Done plan = staging.run(StagingFixture.plan(uri()));
      assertThat(plan.children()).hasSize(4);
      assertThat(plan.outputs()).isEmpty();
      assertThat(staging.session().alive()).isTrue();
      execute("DELETE FROM payments WHERE id % 2 = 0", "UPDATE payments SET note = 'later'");
      var parts = new ArrayList<StagedPart>();
      for (int i = 0; i < 4; i++) {
        parts.add(staging.chunk(plan, i));
      }
      var source = StagedSource.of(StagingFixture.result(plan), parts);
      assertThat(source.rows()).isEqualTo(30_000);
      assertThat(source.rowHash()).isEqualTo(alone.rowHash());
      assertThat(source.snapshot()).isEqualTo(Snapshot.Kind.EXPORTED);
      staging.verify(source);
    }
  }

  @Test
  void a_chunk_whose_snapshot_is_gone_fails_and_is_not_tried_again() throws Exception {
    try (var staging = new StagingFixture(folder, 1000)) {
      JobOutcome.Done plan = staging.run(StagingFixture.plan(uri()));
      staging.chunk(plan, 0);
      staging.session().close();
      await()
          .atMost(LONG)
          .untilAsserted(
              () -> assertFails(() -> staging.chunk(plan, 1), SourceError.SOURCE_SNAPSHOT_LOST));
      assertThat(SourceError.SOURCE_SNAPSHOT_LOST.retryable()).isFalse();
    }
  }

  @Test
  void statistics_that_are_far_too_low_do_not_keep_a_source_whole() throws Exception {
    execute(
        "CREATE FUNCTION many() RETURNS SETOF bigint LANGUAGE sql ROWS 1 AS"
            + " 'SELECT i FROM generate_series(1, 20000) i'",
        "CREATE VIEW understated AS SELECT many() AS n");
    try (var staging = new StagingFixture(folder, 1000)) {
      var uri = database.url() + "?table=understated";
      JobOutcome.Done plan = staging.run(StagingFixture.plan(uri));
      assertThat(plan.children()).hasSize(1);
      assertThat(staging.chunk(plan, 0).rows()).isEqualTo(20_000);
    }
  }

  @Test
  @Tag("R7")
  void parts_that_are_tampered_with_missing_or_doubled_are_found_by_name() throws Exception {
    try (var staging = new StagingFixture(folder, 1000)) {
      StagedSource source = staging.all(StagingFixture.plan(uri()));
      StagedPart second = source.parts().get(1);
      Path file = staging.file(second);
      var columns = source.sqlColumns();
      staging.verifier().verify(second, columns, file);

      Path other = staging.file(source.parts().get(2));
      assertWrong(() -> staging.verifier().verify(second, columns, other), "part-01");
      flip(file);
      assertWrong(() -> staging.verifier().verify(second, columns, file), "part-01");
      Files.delete(file);
      assertWrong(() -> staging.verifier().verify(second, columns, file), "part-01");

      var missing = new ArrayList<>(source.parts());
      missing.remove(1);
      assertWrong(() -> of(source, missing), "part-01");
      var doubled = new ArrayList<>(source.parts());
      doubled.add(second);
      assertWrong(() -> of(source, doubled), "part-01");
      var twice = new ArrayList<>(source.parts());
      twice.set(
          2,
          new StagedPart(
              "payments",
              2,
              second.object(),
              second.rows(),
              second.bytes(),
              second.rowHash(),
              second.sha256()));
      assertWrong(() -> of(source, twice), "part-02");
    }
  }

  private static StagedSource of(StagedSource source, List<StagedPart> parts) {
    return new StagedSource(
        source.alias(), source.columns(), source.snapshot(), source.snapshotMoment(), parts);
  }

  @Test
  @Tag("R7")
  void a_part_of_the_right_bytes_but_other_rows_is_found_by_its_hash() throws Exception {
    try (var staging = new StagingFixture(folder, 1_000_000)) {
      StagedSource source = staging.all(StagingFixture.plan(uri()));
      StagedPart part = source.parts().getFirst();
      String other = "f" + part.rowHash().substring(1);
      var wrong =
          new StagedPart(
              part.source(), 0, part.object(), part.rows(), part.bytes(), other, part.sha256());
      assertWrong(
          () -> staging.verifier().verify(wrong, source.sqlColumns(), staging.file(part)),
          "part-00");
      var fewer =
          new StagedPart(
              part.source(), 0, part.object(), 1, part.bytes(), part.rowHash(), part.sha256());
      assertWrong(
          () -> staging.verifier().verify(fewer, source.sqlColumns(), staging.file(part)),
          "part-00");
    }
  }

  @Test
  @Tag("R7")
  void a_source_is_read_again_under_the_same_snapshot_when_asked() throws Exception {
    for (int threshold : new int[] {1000, 1_000_000}) {
      try (var staging = new StagingFixture(folder, threshold)) {
        var plan =
            new StagePlan("payments", uri(), null, null, null, null, StagePlan.Verify.SOURCE);
        assertThat(staging.all(plan).rows()).isEqualTo(30_000);
      }
    }
    execute("CREATE VIEW unsteady AS SELECT random() AS r FROM generate_series(1, 10)");
    try (var staging = new StagingFixture(folder, 1_000_000)) {
      var plan =
          new StagePlan(
              "unsteady",
              database.url() + "?table=unsteady",
              null,
              null,
              null,
              null,
              StagePlan.Verify.SOURCE);
      assertWrong(() -> staging.all(plan), "unsteady/part-00");
    }
  }

  @Test
  void filters_and_a_key_of_the_users_choice_hold() throws Exception {
    try (var staging = new StagingFixture(folder, 1000)) {
      var plan =
          new StagePlan(
              "payments",
              uri(),
              null,
              List.of(Filter.of("id", Filter.Op.LTE, "20000")),
              "note",
              null,
              null);
      StagedSource source = staging.all(plan);
      assertThat(source.rows()).isEqualTo(20_000);
      assertThat(source.parts()).hasSize(5);
    }
  }

  @Test
  void an_interruption_ends_the_query_at_the_server_and_goes_back() throws Exception {
    execute("CREATE VIEW slow AS SELECT i, pg_sleep(0.01)::text FROM generate_series(1, 100000) i");
    try (var staging = new StagingFixture(folder, 1_000_000)) {
      var context = new FakeContext(1);
      var outcome = new AtomicReference<JobOutcome>();
      Thread job =
          Thread.ofVirtual()
              .name("job")
              .start(
                  () -> {
                    try {
                      outcome.set(
                          staging.plans.run(
                              StagingFixture.plan(database.url() + "?table=slow"), context));
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      await().atMost(LONG).until(() -> !context.said.isEmpty());
      context.stop.set(StopReason.SHUTDOWN);
      job.interrupt();
      job.join(LONG);
      assertThat(outcome.get()).isInstanceOf(JobOutcome.HandBack.class);
      assertNothingOpen();
      assertThat(staging.folder.resolve("temp")).isEmptyDirectory();
    }
  }

  @Test
  @Tag("X2")
  void a_password_in_a_payload_is_refused_and_a_sealed_one_not_shown() throws Exception {
    try (var staging = new StagingFixture(folder, 1000)) {
      var open = StagingFixture.plan(uri().replace("postgres@", "postgres:geheim@"));
      assertFails(() -> staging.run(open), SourceError.INVALID_SOURCE_URI);
      var sealed = new StagePlan("payments", uri(), "sealed-box", null, null, null, null);
      assertThat(staging.run(sealed).result()).doesNotContain("sealed-box");
    }
  }

  @Test
  void the_handlers_say_what_the_requirements_say() {
    var staging = new StagingFixture(folder, 1);
    assertThat(staging.plans.type().name()).isEqualTo("stage_plan");
    assertThat(staging.plans.limits().timeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(staging.chunks.type().name()).isEqualTo("stage_chunk");
    assertThat(staging.chunks.limits().timeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(List.of(staging.plans.queue(), staging.chunks.queue())).containsOnly(Queue.STAGE);
    assertThat(StageSettings.DEFAULT).isEqualTo(new StageSettings(1_000_000, 10));
  }

  @Test
  void aliases_that_would_leave_their_folder_are_refused() {
    assertThatThrownBy(() -> new StagePlan("../evil", uri(), null, null, null, null, null))
        .isInstanceOf(TidemillException.class);
  }

  private String uri() {
    return database.url() + "?table=public.payments";
  }

  private void execute(String... statements) {
    try (var connection = database.connect();
        var sql = connection.createStatement()) {
      for (String statement : statements) {
        sql.execute(statement);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertNothingOpen() {
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              try (var connection = database.connect();
                  var sql = connection.createStatement();
                  var rows =
                      sql.executeQuery(
                          "SELECT count(*) FROM pg_stat_activity"
                              + " WHERE datname = current_database()"
                              + " AND application_name = 'tidemill'")) {
                rows.next();
                assertThat(rows.getLong(1)).isZero();
              }
            });
  }

  private static void flip(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
  }

  private static void assertWrong(ThrowingCallable call, String part) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> {
              assertThat(e.code()).isEqualTo(SourceError.STAGED_PART_WRONG);
              assertThat(e.problem().message()).contains(part);
            });
  }

  private static void assertFails(ThrowingCallable call, SourceError code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).as(e.problem().toString()).isEqualTo(code));
  }
}
