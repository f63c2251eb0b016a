package dev.tidemill.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.secret.Sealer;
import dev.tidemill.jobs.JobView;
import dev.tidemill.jobs.RunEvent;
import dev.tidemill.jobs.RunView;
import dev.tidemill.jobs.state.JobStatus;
import dev.tidemill.jobs.state.RunStatus;
import dev.tidemill.testkit.ChildProcess;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A reconciliation of tables that change all the while, by processes that die. The rows keep one
 * invariant, which no mixture of two moments has: all amounts together are what they were at first.
 */
@Tag("R6")
@Tag("R7")
class ReconcileProcessTest {
  private static final int ROWS = 30_000;
  private static final long CENTS = 100_00;

  private final Path folder;
  private final PostgresDatabase store = Servers.newPostgresDatabase();
  private final PostgresDatabase source = Servers.newPostgresDatabase();
  private final Cluster cluster;

  ReconcileProcessTest(@TempDir Path folder) {
    this.folder = folder;
    this.cluster = new Cluster(store.url(), "store:", folder);
    cluster.set("TIDEMILL_OBJECTS", folder.resolve("objects").toString());
    cluster.set("TIDEMILL_SECRETS_KEY", Sealer.newKey());
    cluster.set("TIDEMILL_SOURCES_ALLOW", "*");
    cluster.set("TIDEMILL_STAGING_CHUNK_THRESHOLD_ROWS", "1000");
    cluster.set("TIDEMILL_STAGING_MAX_PARALLEL_CHUNKS", "8");
  }

  @BeforeEach
  void tables() throws Exception {
    try (Connection connection = source.connect();
        Statement sql = connection.createStatement()) {
      for (String table : List.of("ledger", "bank")) {
        sql.execute(
            "CREATE TABLE %s (id bigint PRIMARY KEY, amount numeric(12, 2), note text)"
                .formatted(table));
        sql.execute(
            "INSERT INTO %s SELECT n, 100.00, repeat('x', 200) FROM generate_series(1, %d) n"
                .formatted(table, ROWS));
        sql.execute("ANALYZE " + table);
      }
    }
  }

  @AfterEach
  void close() {
    cluster.close();
    source.close();
    store.close();
  }

  @Test
  void workers_killed_while_staging_and_matching_change_nothing_in_the_evidence() throws Exception {
    ChildProcess first = cluster.worker("first", 2);
    cluster.worker("second", 2);
    RunId run = submit();
    try (var transfers = new Transfers(source)) {
      await().atMost(Cluster.LONG).until(() -> done(run, "stage_chunk") > 0);
      first.sigkill();
      ChildProcess third = cluster.worker("third", 2);
      await()
          .atMost(Cluster.LONG)
          .until(() -> cluster.jobs(run).stream().anyMatch(j -> j.type().name().equals("exec")));
      third.sigkill();
      assertWhole(run);
      assertThat(transfers.count()).as("the tables changed meanwhile").isPositive();
    }
  }

  @Test
  void a_snapshot_that_is_gone_stages_its_source_anew_and_moments_never_mix() throws Exception {
    cluster.worker("worker", 1);
    RunId run = submit();
    try (var transfers = new Transfers(source)) {
      await().atMost(Cluster.LONG).until(() -> done(run, "stage_chunk") > 0);
      endSessions();
      assertWhole(run);
      assertThat(transfers.count()).isPositive();
    }
    assertThat(cluster.seams.intake().events(run, 0, 1000))
        .extracting(RunEvent::kind)
        .as("the plan was sent back")
        .contains("restaged");
  }

  /** Ends whoever holds a snapshot of the source. */
  private void endSessions() throws Exception {
    try (Connection connection = source.connect();
        Statement sql = connection.createStatement()) {
      sql.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
              + " AND state LIKE 'idle in transaction%' AND pid <> pg_backend_pid()");
    }
  }

  private long done(RunId run, String type) {
    return cluster.jobs(run).stream()
        .filter(job -> job.type().name().equals(type) && job.status() == JobStatus.COMPLETED)
        .count();
  }

  private RunId submit() throws Exception {
    Path recipe = folder.resolve("recipe.json");
    String address = source.url().replaceFirst("^[a-z]+://", "postgres://");
    Files.writeString(
        recipe,
        """
        {"version": "1.1", "recipe_id": "transfers", "sources": {
          "left": {"alias": "ledger", "uri": "%1$s?table=ledger", "primary_key": ["id"]},
          "right": {"alias": "bank", "uri": "%1$s?table=bank", "primary_key": ["id"]}},
         "match_rules": [{"name": "same", "pattern": "1:1", "conditions": [
           {"left": "id", "right": "id", "op": "eq"}]}]}
        """
            .formatted(address));
    ChildProcess submitting = cluster.launch("reconcile", recipe.toString(), "--no-wait");
    submitting.awaitLine("run_\\d+", Cluster.LONG);
    return new RunId(1);
  }

  /** Every row once, matched with its own, and staged as of one moment. */
  private void assertWhole(RunId run) throws Exception {
    RunView ended = cluster.ended(run);
    assertThat(ended.status()).as(String.valueOf(ended.error())).isEqualTo(RunStatus.COMPLETED);
    JobView exec = cluster.jobs(run).getLast();
    JsonNode result = new JsonMapper().readTree(exec.result());
    assertThat(result.path("left_rows").asLong()).isEqualTo(ROWS);
    assertThat(result.path("right_rows").asLong()).isEqualTo(ROWS);
    assertThat(result.path("matched").asLong()).isEqualTo(ROWS);
    for (String side : List.of("left", "right")) {
      assertThat(StagedSum.cents(cluster, run, side)).as(side).isEqualTo(ROWS * CENTS);
    }
  }
}
