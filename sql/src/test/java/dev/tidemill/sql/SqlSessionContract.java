package dev.tidemill.sql;

import static dev.tidemill.sql.SqlFixture.assertFails;
import static dev.tidemill.sql.SqlFixture.rows;
import static dev.tidemill.sql.SqlFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session allows, when, and how it ends. */
@Tag("R4")
@Tag("R10")
public abstract class SqlSessionContract {
  private static final List<SqlColumn> KEY = List.of(new SqlColumn("k", SqlType.BIGINT));

  private Path folder;
  private SqlSession session;

  protected abstract SqlEngine engine();

  /** A query that would run for hours. */
  protected abstract String endless();

  /** Statements that read or write outside; each gets the path of a CSV file that exists. */
  protected abstract List<String> escapes(Path file);

  @BeforeEach
  void open(@TempDir Path temp) {
    folder = temp;
    session = engine().open(SqlFixture.limits(folder.resolve("temp")));
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void a_sealed_session_still_reads_its_inputs_and_writes_its_results() throws IOException {
    attachBoth();
    session.seal();
    session.seal();

    assertThat(rows(session, "SELECT * FROM p JOIN c ON p.k = c.k")).hasSize(1);
    Path out = folder.resolve("out.parquet");
    assertThat(session.writeParquet("SELECT * FROM c", out, ParquetOptions.DEFAULT)).isEqualTo(1);
    assertThat(out).exists();
  }

  @Test
  void a_sealed_session_reaches_nothing_else() throws IOException {
    attachBoth();
    Path outside = Files.writeString(folder.resolve("outside.csv"), "k\n1\n");
    session.seal();

    for (String escape : escapes(outside)) {
      assertFails(() -> session.execute(escape), SqlError.SQL_ACCESS_DENIED);
    }
    assertFails(
        () -> session.attach("x", new SqlInput.Csv(List.of(outside), KEY)),
        SqlError.SQL_SESSION_STATE);
    assertThat(outside).hasContent("k\n1\n");
    assertThat(value(session, "SELECT count(*) FROM p")).isEqualTo(1L);
  }

  @Test
  void an_attached_input_is_read_only() throws IOException {
    attachBoth();
    for (String table : List.of("p", "c")) {
      assertFails(
          () -> session.execute("INSERT INTO %s VALUES (2)".formatted(table)),
          SqlError.SQL_INVALID);
      assertFails(() -> session.execute("DELETE FROM " + table), SqlError.SQL_INVALID);
    }
    assertThat(folder.resolve("c.csv")).hasContent("k\n1\n");
  }

  @Test
  void an_input_that_cannot_be_read_is_refused_when_attached() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.parquet"), "this is no parquet");
    Path missing = folder.resolve("missing.parquet");

    for (Path file : List.of(broken, missing)) {
      assertFails(
          () -> session.attach("x", new SqlInput.Parquet(List.of(file))),
          SqlError.SQL_INPUT_UNREADABLE);
    }
  }

  @Test
  void a_result_appears_whole_or_not_at_all() throws IOException {
    Path out = Files.writeString(folder.resolve("out.parquet"), "old");

    assertFails(
        () ->
            session.writeParquet(
                "SELECT CAST(v AS BIGINT) FROM (VALUES ('1'), ('x')) AS t (v)",
                out,
                ParquetOptions.DEFAULT),
        SqlError.SQL_FAILED);

    assertThat(out).hasContent("old");
    assertThat(session.writeParquet("SELECT 1 AS k", out, ParquetOptions.DEFAULT)).isEqualTo(1);
    session.attach("o", new SqlInput.Parquet(List.of(out)));
    assertThat(value(session, "SELECT k FROM o")).isEqualTo(1L);
  }

  @Test
  void rows_are_counted_beyond_one_row_group() {
    session.execute("CREATE TABLE t AS SELECT 1 AS k FROM " + numbers(1000) + " AS n (i)");

    assertThat(
            session.writeParquet(
                "SELECT * FROM t",
                folder.resolve("out.parquet"),
                new ParquetOptions(ParquetOptions.Compression.SNAPPY, 100)))
        .isEqualTo(1000);
  }

  @Test
  void cancel_ends_a_running_statement_soon_and_every_later_one() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = threads.submit(() -> session.execute(endless()));
      await().pollDelay(Duration.ofMillis(300)).until(() -> !running.isDone());
      session.cancel();
      assertCancelled(() -> running.get(30, TimeUnit.SECONDS));
    }
    assertFails(() -> session.query("SELECT 1"), SqlError.SQL_CANCELLED);
  }

  /** Repeated, because the cancel must also hit a statement that has only just begun. */
  @RepeatedTest(20)
  void cancel_ends_a_query_that_is_being_read() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = threads.submit(() -> rows(session, endless()));
      session.cancel();
      assertCancelled(() -> running.get(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void cancelling_one_session_leaves_another_alone() {
    try (var other = engine().open(SqlFixture.limits(folder.resolve("temp")))) {
      session.cancel();
      assertThat(value(other, "SELECT 1")).isEqualTo(1L);
    }
  }

  @Test
  void a_closed_session_refuses_and_leaves_no_files() throws IOException {
    RowReader reader = session.query("SELECT 1");
    session.close();
    session.close();

    assertFails(reader::next, SqlError.SQL_SESSION_STATE);
    assertFails(() -> session.query("SELECT 1"), SqlError.SQL_SESSION_STATE);
    assertFails(() -> session.execute("SELECT 1"), SqlError.SQL_SESSION_STATE);
    assertFails(session::seal, SqlError.SQL_SESSION_STATE);
    try (var left = Files.list(folder.resolve("temp"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void one_reader_is_open_at_a_time() {
    try (RowReader reader = session.query("SELECT 1")) {
      assertFails(() -> session.query("SELECT 2"), SqlError.SQL_SESSION_STATE);
      assertThat(reader.next()).isTrue();
    }
    assertThat(value(session, "SELECT 2")).isEqualTo(2L);
  }

  @Test
  void executing_a_query_runs_it_to_its_end() {
    session.execute("SELECT 1");
    assertFails(
        () -> session.execute("SELECT CAST(v AS BIGINT) FROM (VALUES ('1'), ('x')) AS t (v)"),
        SqlError.SQL_FAILED);
  }

  @Test
  void errors_say_whose_they_are() {
    assertFails(() -> session.execute("SELEC 1"), SqlError.SQL_INVALID);
    assertFails(() -> session.query("SELECT * FROM nowhere"), SqlError.SQL_INVALID);
    assertFails(() -> rows(session, "SELECT CAST('x' AS BIGINT)"), SqlError.SQL_FAILED);
  }

  /** A table of that many rows. */
  protected abstract String numbers(int count);

  private void attachBoth() throws IOException {
    Path parquet = folder.resolve("p.parquet");
    session.writeParquet("SELECT CAST(1 AS BIGINT) AS k", parquet, ParquetOptions.DEFAULT);
    Path csv = Files.writeString(folder.resolve("c.csv"), "k\n1\n");
    session.attach("p", new SqlInput.Parquet(List.of(parquet)));
    session.attach("c", new SqlInput.Csv(List.of(csv), KEY));
  }

  private interface Waiting {
    Object get() throws Exception;
  }

  private static void assertCancelled(Waiting waiting) {
    assertFails(
        () -> {
          try {
            waiting.get();
          } catch (ExecutionException e) {
            throw e.getCause();
          }
        },
        SqlError.SQL_CANCELLED);
  }
}
