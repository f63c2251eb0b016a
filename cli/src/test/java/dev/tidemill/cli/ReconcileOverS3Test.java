package dev.tidemill.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.cli.FaultyStore.Fault;
import dev.tidemill.core.DataSize;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlSession;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectInfo;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.s3.S3Address;
import dev.tidemill.storage.s3.S3ObjectStore;
import dev.tidemill.storage.s3.S3Server;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole runs whose staged parts, evidence and one source are objects in S3, also in a bad one. */
@Tag("R5")
@Tag("R9")
@Tag("R13")
class ReconcileOverS3Test {
  private static final int ROWS = 5000;
  private static final List<String> FILES =
      List.of("matched.parquet", "unmatched_left.parquet", "unmatched_right.parquet");

  private final Path folder;
  private final PostgresDatabase database = Servers.newPostgresDatabase();
  private final S3Server server;
  private final S3Address bucket;

  ReconcileOverS3Test(@TempDir Path folder) throws Exception {
    this.folder = folder;
    this.server = new S3Server();
    this.bucket = server.newBucket();
  }

  @BeforeEach
  void sources() throws Exception {
    try (Connection connection = database.connect();
        Statement sql = connection.createStatement()) {
      sql.execute("CREATE TABLE ledger (id bigint PRIMARY KEY, amount numeric(12, 2), note text)");
      sql.execute(
          "INSERT INTO ledger SELECT n, n / 4.0, repeat(md5(n::text), 4) FROM generate_series(1, %d) n"
              .formatted(ROWS));
      sql.execute("ANALYZE ledger");
    }
    var csv = new StringBuilder("reference,paid\n");
    for (int i = 2; i <= ROWS + 10; i += 2) {
      csv.append(i).append(',').append(i / 4).append(i % 4 == 0 ? ".00\n" : ".50\n");
    }
    try (var store = new S3ObjectStore(bucket, server.settings(), new SystemTime())) {
      store.put(ObjectKey.of("in/payments.csv"), Content.of(csv.toString().getBytes(UTF_8)));
    }
    Files.writeString(
        folder.resolve("recipe.json"),
        """
        {"version": "1.1", "recipe_id": "s3", "sources": {
          "left": {"alias": "ledger", "uri": "%s?table=ledger", "primary_key": ["id"]},
          "right": {"alias": "bank", "uri": "%sin/payments.csv", "primary_key": ["reference"]}},
         "match_rules": [{"name": "same", "pattern": "1:1", "conditions": [
           {"left": "id", "right": "reference", "op": "eq"},
           {"left": "amount", "right": "paid", "op": "tolerance", "threshold": 0.2}]}]}
        """
            .formatted(database.url().replaceFirst("^[a-z]+://", "postgres://"), bucket));
  }

  @AfterEach
  void close() throws Exception {
    server.close();
    database.close();
  }

  @Test
  void evidence_of_a_run_in_s3_is_that_of_a_run_in_a_folder() {
    List<String> local = evidence("local", server.endpoint().toString(), "objects");
    List<String> remote = evidence("remote", server.endpoint().toString(), bucket.toString());
    assertThat(remote).hasSizeGreaterThan(ROWS).isEqualTo(local);
    assertThat(keys())
        .anyMatch(key -> key.contains("left/part-"))
        .anyMatch(key -> key.contains("evidence/matched."))
        .anyMatch(key -> key.contains("evidence/metadata."));
    assertNothingHalf();
  }

  @ParameterizedTest
  @Tag("deep")
  @EnumSource(names = {"ERROR_500", "SLOW_DOWN", "CUT_REQUEST", "CUT_ANSWER", "LOST_ANSWER"})
  void a_store_that_fails_each_request_once_changes_nothing(Fault fault) throws Exception {
    List<String> expected = evidence("plain", server.endpoint().toString(), "objects");
    try (var faulty = store((line, before) -> before == 0 ? fault : Fault.NONE)) {
      assertThat(evidence("faulty", faulty.url(), bucket.toString())).isEqualTo(expected);
      assertThat(faulty.requests).hasSizeGreaterThan(10);
    }
    assertNothingHalf();
  }

  @Test
  void a_store_that_falls_silent_once_changes_nothing() throws Exception {
    List<String> expected = evidence("plain", server.endpoint().toString(), "objects");
    try (var faulty =
        store(
            (line, before) ->
                before == 0 && line.contains("matched.parquet") && line.startsWith("PUT")
                    ? Fault.SILENCE
                    : Fault.NONE)) {
      assertThat(evidence("silent", faulty.url(), bucket.toString())).isEqualTo(expected);
    }
    assertNothingHalf();
  }

  @Test
  void a_store_that_takes_no_evidence_fails_the_run_with_the_cause_and_shows_none()
      throws Exception {
    try (var faulty =
        store(
            (line, before) ->
                line.startsWith("PUT") && line.contains("unmatched_left")
                    ? Fault.ERROR_500
                    : Fault.NONE)) {
      var terminal = terminal("refused", faulty.url(), bucket.toString());
      var said = terminal.run("reconcile", recipe(), "-o", "json", "--out", "refused-evidence");
      assertThat(said.exit()).isNotZero();
      assertThat(said.err()).contains("unmatched_left", "500");
      assertThat(folder.resolve("refused/refused-evidence")).doesNotExist();
    }
    assertThat(keys()).noneMatch(key -> key.contains("metadata."));
    assertNothingHalf();
  }

  @Test
  void a_source_that_is_not_in_its_bucket_is_named() throws Exception {
    Path recipe = folder.resolve("recipe.json");
    Files.writeString(recipe, Files.readString(recipe).replace("payments.csv", "none.csv"));
    var said =
        terminal("missing", server.endpoint().toString(), bucket.toString())
            .run("reconcile", recipe());
    assertThat(said.exit()).isNotZero();
    assertThat(said.err()).contains("none.csv");
  }

  /** All rows of the evidence as texts, but for the time. */
  private List<String> evidence(String name, String endpoint, String objects) {
    var said =
        terminal(name, endpoint, objects).run("reconcile", recipe(), "-o", "json", "--out", "ev");
    assertThat(said.exit()).as(said.err()).isZero();
    var rows = new ArrayList<String>();
    var limits = new SqlLimits(DataSize.ofMebibytes(256), 1, folder.resolve("look"));
    for (String file : FILES) {
      try (SqlSession session = new DuckDbEngine().open(limits)) {
        Path path = folder.resolve(name).resolve("ev").resolve(file);
        session.attach("f", new SqlInput.Parquet(List.of(path)));
        session.seal();
        String without = file.startsWith("matched") ? " EXCLUDE (matched_at)" : "";
        try (RowReader read =
            session.query(
                "SELECT CAST(t AS VARCHAR) FROM (SELECT *%s FROM f) t".formatted(without))) {
          while (read.next()) {
            rows.add(file + read.value(0));
          }
        }
      }
    }
    return rows;
  }

  private Terminal terminal(String name, String endpoint, String objects) {
    try {
      var environment = new HashMap<String, String>();
      environment.put("TIDEMILL_OBJECTS", objects);
      environment.put("TIDEMILL_OBJECTS_S3_ENDPOINT", endpoint);
      environment.put("TIDEMILL_OBJECTS_S3_PATH_STYLE", "true");
      environment.put("TIDEMILL_OBJECTS_S3_ACCESS_KEY", S3Server.CREDENTIALS.accessKey());
      environment.put("TIDEMILL_OBJECTS_S3_SECRET_KEY", S3Server.CREDENTIALS.secretKey());
      environment.put("TIDEMILL_STAGING_CHUNK_THRESHOLD_ROWS", "1000");
      environment.put("TIDEMILL_STAGING_MAX_PARALLEL_CHUNKS", "3");
      return new Terminal(Files.createDirectories(folder.resolve(name)), Map.copyOf(environment));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String recipe() {
    return folder.resolve("recipe.json").toString();
  }

  private FaultyStore store(BiFunction<String, Integer, Fault> plan) throws Exception {
    return new FaultyStore(server.endpoint(), plan);
  }

  private List<String> keys() {
    try (var store = new S3ObjectStore(bucket, server.settings(), new SystemTime())) {
      return store.list("", null, 1000).objects().stream().map(o -> o.key().value()).toList();
    }
  }

  /** Every object is a whole file of its kind, and no upload was left behind. */
  private void assertNothingHalf() {
    assertThat(server.openUploads(bucket)).isEmpty();
    try (var store = new S3ObjectStore(bucket, server.settings(), new SystemTime())) {
      for (ObjectInfo object : store.list("", null, 1000).objects()) {
        try (var in = store.open(object.key())) {
          byte[] bytes = in.readAllBytes();
          String end = new String(bytes, Math.max(0, bytes.length - 4), 4, ISO_8859_1);
          if (object.key().value().endsWith(".parquet")) {
            assertThat(end).as(object.key().value()).isEqualTo("PAR1");
          } else if (object.key().value().endsWith(".json")) {
            assertThat(end.strip()).as(object.key().value()).endsWith("}");
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
