package dev.tidemill.reconcile.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.reconcile.evidence.Summary;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.RecipeReader;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data that do not fit into what a session may use of memory, and of the disk. */
@Tag("R3")
@Tag("R9")
class SpillTest {
  private static final int RECORDS = 800_000;
  private static final DataSize LITTLE = DataSize.ofMebibytes(128);
  private static final DataSize PLENTY = DataSize.ofMebibytes(2048);
  private static final List<SqlColumn> COLUMNS =
      List.of(
          Workbench.whole("id"),
          Workbench.text("ref"),
          Workbench.money("amount"),
          Workbench.date("day"));

  private static final Recipe RECIPE =
      RecipeReader.read(
          """
          {"version": "1.1", "recipe_id": "spill",
           "sources": {"left": {"alias": "l", "uri": "l", "primary_key": ["id"]},
                       "right": {"alias": "r", "uri": "r", "primary_key": ["ref", "id"]}},
           "match_rules": [
             {"name": "exact", "pattern": "1:1", "conditions": [
               {"left": "ref", "right": "ref", "op": "eq"}, {"left": "amount", "right": "amount", "op": "eq"}]},
             {"name": "near", "pattern": "1:1", "conditions": [
               {"left": "ref", "right": "ref", "op": "eq"},
               {"left": "amount", "right": "amount", "op": "tolerance", "threshold": 0.02},
               {"left": "day", "right": "day", "op": "date_window", "days": 3}]},
             {"name": "parts", "pattern": "1:N", "conditions": [
               {"left": "ref", "right": "ref", "op": "eq"},
               {"left": "amount", "right": "amount", "op": "sum", "threshold": 0.01}]}]}
          """);

  private final Path folder;
  private final Workbench bench;
  private final AtomicLong spilled = new AtomicLong();

  SpillTest(@TempDir Path folder) {
    this.folder = folder;
    bench = new Workbench(folder);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  @Tag("deep")
  void little_memory_spills_and_gives_the_same_evidence() throws IOException {
    Path temp = folder.resolve("spilling");
    Summary squeezed = run(LITTLE, temp, "squeezed");

    assertThat(spilled.get()).isPositive();
    assertThat(temp).isEmptyDirectory();
    spilled.set(0);
    assertThat(run(PLENTY, temp, "roomy")).isEqualTo(squeezed);
    assertThat(spilled.get()).isZero();
    assertThat(squeezed.matched()).isGreaterThan(RECORDS / 2);
    assertSorted(folder.resolve("squeezed").resolve("matched.parquet"));
    for (String file : List.of("matched", "unmatched_left", "unmatched_right")) {
      assertSame(
          folder.resolve("squeezed").resolve(file + ".parquet"),
          folder.resolve("roomy").resolve(file + ".parquet"));
    }
  }

  @Test
  @Tag("deep")
  void a_full_disk_fails_the_run_by_name_and_leaves_nothing() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        done("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk.toString()),
        "a small disk cannot be mounted here; that takes root");
    try {
      var failure =
          catchThrowableOfType(TidemillException.class, () -> run(LITTLE, disk, "evidence"));

      assertThat(failure.code()).as(failure.toString()).isEqualTo(SqlError.SQL_LIMIT_REACHED);
      assertThat(failure.problem().next()).contains("disk");
      assertThat(disk).isEmptyDirectory();
      assertThat(folder.resolve("evidence").resolve("metadata.json")).doesNotExist();
    } finally {
      assertThat(done("umount", disk.toString())).isTrue();
    }
  }

  private static boolean done(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private Summary run(DataSize memory, Path temp, String evidence) {
    Request.Input left =
        bench.inSmallPieces(
            COLUMNS,
            """
            SELECT i AS id, 'a reference of some length ' || (i // 3) AS ref,
              CAST(10 + i %% 997 AS DECIMAL(12, 2)) AS amount,
              DATE '2026-01-01' + CAST(i %% 90 AS INTEGER) AS day
            FROM range(%d) t (i)
            """
                .formatted(RECORDS));
    Request.Input right =
        bench.inSmallPieces(
            COLUMNS,
            """
            SELECT i AS id, 'a reference of some length ' || (i // 3) AS ref,
              CAST(10 + i %% 997 + CASE i %% 10 WHEN 7 THEN 0.01 WHEN 8 THEN -3 WHEN 9 THEN 2 ELSE 0 END AS DECIMAL(12, 2)) AS amount,
              DATE '2026-01-01' + CAST(i %% 90 AS INTEGER) AS day
            FROM range(%d) t (i) ORDER BY hash(i)
            """
                .formatted(RECORDS));
    return Reconciliation.run(
        new Request(
            RECIPE,
            left,
            right,
            Workbench.ENGINE,
            new SqlLimits(memory, 2, temp),
            MatchLimits.DEFAULT,
            folder.resolve(evidence),
            new SimulatedTime(),
            Map.of()),
        (done, doing) -> spilled.accumulateAndGet(spill(temp), Math::max));
  }

  private static long spill(Path temp) {
    try (Stream<Path> files = Files.walk(temp)) {
      return files.filter(file -> file.toString().contains("/spill/")).count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** By rule, left and right record; the rules' names are in the order of the rules. */
  private void assertSorted(Path matched) {
    String rows =
        "SELECT (rule_name, left_row, right_row) AS this, lag((rule_name, left_row, right_row)) OVER () AS before FROM read_parquet(%s)"
            .formatted(Dialect.STANDARD.literal(matched.toString()));
    try (SqlSession session = Workbench.ENGINE.open(bench.limits());
        RowReader count =
            session.query("SELECT count(*) FROM (%s) WHERE this <= before".formatted(rows))) {
      assertThat(count.next()).isTrue();
      assertThat(count.value(0)).isEqualTo(0L);
    }
  }

  /** Row for row, in the same order. */
  private void assertSame(Path one, Path other) throws IOException {
    String numbered = "SELECT *, row_number() OVER () AS n FROM read_parquet(%s)";
    String a = numbered.formatted(Dialect.STANDARD.literal(one.toString()));
    String b = numbered.formatted(Dialect.STANDARD.literal(other.toString()));
    try (SqlSession session = Workbench.ENGINE.open(bench.limits());
        RowReader rows =
            session.query(
                "SELECT (SELECT count(*) FROM (%1$s)) - (SELECT count(*) FROM (%2$s)), (SELECT count(*) FROM (%1$s EXCEPT %2$s))"
                    .formatted(a, b))) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.value(0)).as(one.toString()).isEqualTo(0L);
      assertThat(rows.value(1)).as(one.toString()).isEqualTo(0L);
    }
  }
}
