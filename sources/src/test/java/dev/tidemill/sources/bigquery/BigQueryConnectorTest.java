package dev.tidemill.sources.bigquery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.ChunkRows;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.Filter;
import dev.tidemill.sources.Snapshot;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.sources.proof.RowHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** BigQuery's own client against a stub of its REST API. */
@Tag("R5")
@Tag("R7")
class BigQueryConnectorTest {
  private static final String NUMBERS =
      "{\"name\":\"n\",\"type\":\"INTEGER\",\"mode\":\"NULLABLE\"}";

  private final BigQueryStub stub = new BigQueryStub();
  private final BigQueryConnector connector =
      new BigQueryConnector(new SystemTime(), stub.endpoint());

  BigQueryConnectorTest() throws Exception {}

  @AfterEach
  void close() {
    stub.close();
  }

  @Test
  void columns_key_and_rows_are_told() {
    stub.table(
        "t",
        field("i", "INT64")
            + ","
            + field("f", "FLOAT64")
            + ","
            + field("b", "BOOL")
            + ","
            + field("x", "BYTES")
            + ","
            + field("d", "DATE")
            + ","
            + field("dt", "DATETIME")
            + ","
            + field("ts", "TIMESTAMP")
            + ","
            + "{\"name\":\"m\",\"type\":\"NUMERIC\",\"precision\":\"12\",\"scale\":\"2\"},"
            + field("wide", "BIGNUMERIC")
            + ","
            + field("s", "STRING")
            + ","
            + field("j", "JSON")
            + ",{\"name\":\"many\",\"type\":\"INTEGER\",\"mode\":\"REPEATED\"}");
    stub.key("t", "i");
    try (var session = connector.open(all("t"))) {
      assertThat(session.columns().stream().map(c -> c.name() + " " + c.type()))
          .containsExactly(
              "i BIGINT",
              "f DOUBLE",
              "b BOOLEAN",
              "x VARBINARY",
              "d DATE",
              "dt TIMESTAMP",
              "ts TIMESTAMP",
              "m DECIMAL(12, 2)",
              "wide DECIMAL(38, 9)",
              "s VARCHAR",
              "j VARCHAR",
              "many VARCHAR");
      assertThat(session.primaryKey()).containsExactly("i");
      assertThat(session.estimatedRows()).isZero();
      assertThat(session.plan(4)).containsExactly(new Chunk.Whole());
      assertThat(session.snapshot().kind()).isEqualTo(Snapshot.Kind.EXPORTED);
      assertThat(session.alive()).isTrue();
    }
  }

  @Test
  void values_come_as_they_are() {
    stub.table(
        "t",
        field("i", "INTEGER")
            + ","
            + field("f", "FLOAT")
            + ","
            + field("ts", "TIMESTAMP")
            + ","
            + field("dt", "DATETIME")
            + ","
            + field("s", "STRING")
            + ",{\"name\":\"r\",\"type\":\"RECORD\",\"mode\":\"REPEATED\",\"fields\":["
            + field("a", "STRING")
            + ","
            + field("b", "INTEGER")
            + "]}");
    stub.row(
        "t",
        "\"-9223372036854775808\"",
        "\"0.1\"",
        "\"1767225600123456\"",
        "\"2026-01-01T00:00:00.123456\"",
        "\"🌊 \\\" \\\\\"",
        "[{\"v\":{\"f\":[{\"v\":\"x\"},{\"v\":null}]}}]");
    stub.row("t", "null", "\"NaN\"", "null", "null", "\"\"", "[]");
    try (var session = connector.open(all("t"))) {
      assertThat(session.preview(10))
          .containsExactly(
              Arrays.asList(
                  "-9223372036854775808",
                  "0.1",
                  "2026-01-01T00:00:00.123456",
                  "2026-01-01T00:00:00.123456",
                  "🌊 \" \\",
                  "[{\"a\":\"x\",\"b\":null}]"),
              Arrays.asList(null, "NaN", null, null, "", "[]"));
      var rows = new RowHash();
      drain(session.read(new Chunk.Whole()), rows);
      assertThat(rows.rows()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "NUMERIC,123456789012345678901234567890.1",
    "BIGNUMERIC,0.0000000001",
    "INTEGER,12x",
    "DATE,2026-13-01",
    "DATETIME,yesterday",
    "BOOLEAN,maybe"
  })
  void a_value_that_its_type_cannot_hold_is_refused_by_name(String type, String value) {
    stub.table("t", field("odd", type));
    stub.row("t", "\"" + value + "\"");
    Problem problem = fails(() -> count(all("t")), SourceError.SOURCE_VALUE_UNSUPPORTED);
    assertThat(problem.message()).contains("column odd", "row 0", value);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64})
  void chunks_hold_every_row_once_however_small_the_pages_are(int chunks) {
    fill("t", 2500);
    stub.mostRows = 97;
    try (var session = connector.open(all("t"))) {
      var whole = new RowHash();
      drain(session.read(new Chunk.Whole()), whole);
      var parts = new ArrayList<RowHash>();
      for (Chunk chunk : session.plan(chunks)) {
        var part = new RowHash();
        drain(connector.read(all("t"), session.snapshot(), chunk), part);
        parts.add(part);
      }
      assertThat(parts).hasSizeLessThanOrEqualTo(chunks);
      assertThat(whole.rows()).isEqualTo(2500);
      assertThat(parts.stream().mapToLong(RowHash::rows).sum()).isEqualTo(2500);
      assertThat(RowHash.sum(parts.stream().map(RowHash::hex).toList())).isEqualTo(whole.hex());
    }
  }

  @Test
  void all_chunks_are_of_one_moment_whatever_is_written_meanwhile() {
    fill("t", 30);
    try (var session = connector.open(all("t"))) {
      var before = new RowHash();
      drain(session.read(new Chunk.Whole()), before);
      stub.clear("t");
      stub.row("t", "\"77\"");
      var after = new RowHash();
      for (Chunk chunk : session.plan(3)) {
        drain(connector.read(all("t"), session.snapshot(), chunk), after);
      }
      assertThat(after.hex()).isEqualTo(before.hex());
    }
  }

  @Test
  void a_result_that_is_no_longer_kept_is_a_lost_snapshot() {
    fill("t", 3);
    try (var session = connector.open(all("t"))) {
      Snapshot snapshot = session.snapshot();
      List<Chunk> plan = session.plan(1);
      stub.forgetResults();
      assertThat(session.alive()).isFalse();
      fails(
          () -> connector.read(all("t"), snapshot, plan.getFirst()),
          SourceError.SOURCE_SNAPSHOT_LOST);
    }
  }

  @Test
  void fewer_rows_than_there_are_is_an_error() {
    fill("t", 10);
    stub.rowsHeldBack = 1;
    fails(() -> count(all("t")), SourceError.SOURCE_STREAM_BROKEN);
  }

  @Test
  void filters_are_parameters_and_names_are_quoted() {
    stub.table("odd`name", field("a`b\\\\", "INTEGER") + "," + field("s", "STRING"));
    var filters =
        List.of(
            Filter.of("a`b\\", Filter.Op.BETWEEN, "1", "5"),
            Filter.of("s", Filter.Op.IN, "x' OR 1=1 --", "y"));
    count(new SourceRequest(uri("odd`name"), Credential.NONE, filters, null));
    JsonNode query = stub.queries.getFirst();
    assertThat(query.path("query").asText())
        .isEqualTo(
            "SELECT `a\\`b\\\\`, `s` FROM `p`.`d`.`odd\\`name`"
                + " WHERE `a\\`b\\\\` BETWEEN ? AND ? AND `s` IN (?, ?)");
    assertThat(query.path("useLegacySql").asBoolean(true)).isFalse();
    assertThat(query.path("useQueryCache").asBoolean(true)).isFalse();
    assertThat(query.findValuesAsText("type"))
        .containsExactly("INT64", "INT64", "STRING", "STRING");
    assertThat(query.path("queryParameters").findValuesAsText("value"))
        .contains("1", "5", "x' OR 1=1 --", "y");
  }

  @Test
  void filters_on_what_cannot_be_compared_are_refused() {
    stub.table("t", field("n", "INTEGER") + "," + field("j", "JSON"));
    for (Filter filter :
        List.of(
            Filter.of("n", Filter.Op.LIKE, "1%"),
            Filter.of("j", Filter.Op.EQ, "{}"),
            Filter.of("none", Filter.Op.EQ, "1"))) {
      fails(
          () -> count(new SourceRequest(uri("t"), Credential.NONE, List.of(filter), null)),
          SourceError.INVALID_SOURCE_FILTER);
    }
  }

  @Test
  void what_fails_in_passing_is_tried_again() {
    fill("t", 3);
    stub.fail(503, 429);
    assertThat(count(all("t"))).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"401,SOURCE_DENIED", "403,SOURCE_DENIED", "404,SOURCE_NOT_FOUND"})
  void what_stays_is_told_at_once(int status, SourceError code) {
    fill("t", 3);
    stub.fail(status);
    Problem problem = fails(() -> count(all("t")), code);
    assertThat(problem.toString()).contains("stubbed");
  }

  @ParameterizedTest
  @CsvSource({
    "accessDenied,SOURCE_DENIED",
    "invalidQuery,INVALID_SOURCE_FILTER",
    "quotaExceeded,SOURCE_UNAVAILABLE"
  })
  void a_query_that_fails_says_why(String reason, SourceError code) {
    fill("t", 3);
    stub.queryError = reason;
    fails(() -> count(all("t")), code);
  }

  @Test
  void a_query_whose_answer_was_lost_is_found_and_not_run_again() {
    fill("t", 3);
    stub.loseAnswerToInsert = true;
    assertThat(count(all("t"))).isEqualTo(3);
    assertThat(stub.jobs()).isEqualTo(1);
  }

  @Test
  void a_query_that_takes_its_time_is_waited_for() {
    fill("t", 3);
    stub.looksUntilDone = 4;
    assertThat(count(all("t"))).isEqualTo(3);
  }

  @Test
  void an_interruption_ends_the_query_at_the_server() throws Exception {
    fill("t", 3);
    stub.looksUntilDone = Integer.MAX_VALUE;
    var failure = new AtomicReference<TidemillException>();
    Thread thread =
        Thread.ofPlatform()
            .start(
                () ->
                    failure.set(
                        catchThrowableOfType(
                            TidemillException.class, () -> connector.open(all("t")))));
    await().atMost(Duration.ofSeconds(30)).until(() -> stub.jobs() == 1);
    thread.interrupt();
    assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
    assertThat(failure.get().code()).isEqualTo(SourceError.SOURCE_INTERRUPTED);
    assertThat(stub.cancelled).hasSize(1);
  }

  @Test
  void addresses_that_mean_something_else_are_refused() {
    for (String address :
        List.of(
            "bigquery://p/d?table=s.t",
            "bigquery://user@p/d?table=t",
            "bigquery://p:80/d?table=t")) {
      fails(
          () -> connector.open(SourceRequest.all(SourceUri.of(address), Credential.NONE)),
          SourceError.INVALID_SOURCE_URI);
    }
  }

  private void fill(String name, int rows) {
    stub.table(name, NUMBERS);
    for (int i = 0; i < rows; i++) {
      stub.row(name, i % 7 == 3 ? "null" : "\"%d\"".formatted(i));
    }
  }

  private long count(SourceRequest request) {
    try (var session = connector.open(request)) {
      var rows = new RowHash();
      drain(session.read(new Chunk.Whole()), rows);
      return rows.rows();
    }
  }

  private static void drain(ChunkRows rows, RowHash sink) {
    try (rows) {
      while (rows.next(sink)) {}
    }
  }

  private static String field(String name, String type) {
    return "{\"name\":\"%s\",\"type\":\"%s\",\"mode\":\"NULLABLE\"}".formatted(name, type);
  }

  private static SourceRequest all(String table) {
    return SourceRequest.all(uri(table), Credential.NONE);
  }

  private static SourceUri uri(String table) {
    String quoted = "\"" + table.replace("\"", "\"\"") + "\"";
    return SourceUri.of(
        "bigquery://p/d?table="
            + java.net.URLEncoder.encode(quoted, java.nio.charset.StandardCharsets.UTF_8));
  }

  private static Problem fails(ThrowingCallable call, SourceError code) {
    var failure = catchThrowableOfType(TidemillException.class, call);
    assertThat(failure).isNotNull();
    assertThat(failure.code()).as(failure.problem().toString()).isEqualTo(code);
    return failure.problem();
  }
}
