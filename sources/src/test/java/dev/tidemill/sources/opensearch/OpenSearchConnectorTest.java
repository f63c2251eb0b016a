package dev.tidemill.sources.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ConnectorContract asks of databases, asked of documents on a real node. */
@Tag("R5")
@Tag("R7")
class OpenSearchConnectorTest {
  private static final int ROWS = 2500;

  @SuppressWarnings("NullAway.Init") // before all
  private static OpenSearchServer server;

  /** {@code n} 0 to ROWS - 1, every seventh without. */
  @SuppressWarnings("NullAway.Init")
  private static String numbers;

  private final OpenSearchConnector connector =
      new OpenSearchConnector(Flavour.OPENSEARCH, new SystemTime());

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    server = new OpenSearchServer(folder);
    numbers = server.newIndex(3, "\"n\":{\"type\":\"long\"},\"k\":{\"type\":\"keyword\"}");
    fill(numbers, ROWS);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void columns_key_and_rows_are_told() {
    String index =
        server.newIndex(
            1,
            "\"n\":{\"type\":\"long\"},\"u\":{\"type\":\"unsigned_long\"},\"f\":{\"type\":\"float\"},"
                + "\"b\":{\"type\":\"boolean\"},\"d\":{\"type\":\"date\"},\"t\":{\"type\":\"text\"},"
                + "\"o\":{\"properties\":{\"x\":{\"type\":\"keyword\"}}},\"g\":{\"type\":\"geo_point\"}");
    try (var session = connector.open(all(index))) {
      assertThat(session.columns().stream().map(c -> c.name() + " " + c.type()))
          .containsExactly(
              "_id VARCHAR",
              "b BOOLEAN",
              "d TIMESTAMP",
              "f DOUBLE",
              "g VARCHAR",
              "n BIGINT",
              "o.x VARCHAR",
              "t VARCHAR",
              "u DECIMAL(20, 0)");
      assertThat(session.primaryKey()).containsExactly("_id");
      assertThat(session.estimatedRows()).isZero();
      assertThat(session.snapshot().kind()).isEqualTo(Snapshot.Kind.EXPORTED);
      assertThat(session.alive()).isTrue();
    }
  }

  @Test
  void values_come_as_they_are() {
    String index =
        server.newIndex(
            1,
            "\"n\":{\"type\":\"long\"},\"u\":{\"type\":\"unsigned_long\"},\"f\":{\"type\":\"double\"},"
                + "\"b\":{\"type\":\"boolean\"},\"d\":{\"type\":\"date\"},\"k\":{\"type\":\"keyword\",\"ignore_above\":5},"
                + "\"o\":{\"properties\":{\"x\":{\"type\":\"keyword\"}}},\"ne\":{\"type\":\"nested\"}");
    server.put(
        index,
        "1",
        "{\"n\":9007199254740993,\"u\":18446744073709551615,\"f\":0.1,\"b\":\"true\","
            + "\"d\":\"2026-01-01T10:00:00.123+02:00\",\"k\":\"longer than five 🌊\",\"o\":{\"x\":\"in\"},"
            + "\"ne\":[{\"y\":1}]}");
    server.put(
        index, "2", "{\"n\":\"-12\",\"d\":1767261600123,\"o.x\":\"dotted\",\"k\":[\"a\",\"b\"]}");
    server.put(index, "3", "{\"n\":null,\"k\":\"\"}");

    assertThat(rows(index, "b", "d", "f", "k", "n", "ne", "o.x", "u"))
        .containsExactly(
            Arrays.asList(
                "1",
                "true",
                "2026-01-01T08:00:00.123",
                "0.1",
                "longer than five 🌊",
                "9007199254740993",
                "[{\"y\":1}]",
                "in",
                "18446744073709551615"),
            Arrays.asList(
                "2",
                null,
                "2026-01-01T10:00:00.123",
                null,
                "[\"a\",\"b\"]",
                "-12",
                null,
                "dotted",
                null),
            Arrays.asList("3", null, null, null, "", null, null, null, null));
  }

  @Test
  void several_values_where_a_column_holds_one_are_refused_by_name() {
    String index = server.newIndex(1, "\"n\":{\"type\":\"long\"}");
    server.put(index, "many", "{\"n\":[1,2]}");

    var problem = fails(() -> count(all(index)), SourceError.SOURCE_VALUE_UNSUPPORTED);
    assertThat(problem.message()).contains("column n", "document many", "2 values");
  }

  @Test
  void times_finer_than_a_microsecond_are_refused_by_name() {
    String index = server.newIndex(1, "\"at\":{\"type\":\"date_nanos\"}");
    server.put(index, "1", "{\"at\":\"2026-01-01T10:00:00.123456Z\"}");
    assertThat(count(all(index))).isEqualTo(1);
    server.put(index, "2", "{\"at\":\"2026-01-01T10:00:00.123456789Z\"}");

    fails(() -> count(all(index)), SourceError.SOURCE_VALUE_UNSUPPORTED);
  }

  @Test
  void values_that_are_not_what_the_mapping_says_are_never_missed_silently() {
    String index = server.newIndex(1, "\"n\":{\"type\":\"long\",\"ignore_malformed\":true}");
    server.put(index, "1", "{\"n\":1}");
    assertThat(count(all(index))).isEqualTo(1);
    server.put(index, "bad", "{\"n\":\"not a number\"}");

    fails(() -> count(all(index)), SourceError.SOURCE_VALUE_UNSUPPORTED);
  }

  @Test
  void texts_too_long_for_the_index_are_read_and_never_missed_by_a_filter() {
    String keyword = "\"type\":\"keyword\",\"ignore_above\":3";
    String index =
        server.newIndex(
            1,
            "\"k\":{%s},\"t\":{\"type\":\"text\",\"fields\":{\"raw\":{%s}}}"
                .formatted(keyword, keyword));
    server.put(index, "1", "{\"k\":\"long text\",\"t\":\"abc\"}");
    assertThat(count(all(index))).isEqualTo(1);
    assertThat(count(filtered(index, Filter.of("k", Filter.Op.EQ, "abc")))).isZero();
    assertThat(count(filtered(index, Filter.of("t", Filter.Op.LIKE, "a%")))).isEqualTo(1);
    for (Filter filter :
        List.of(
            Filter.of("k", Filter.Op.NEQ, "abc"),
            Filter.of("k", Filter.Op.LIKE, "l%"),
            Filter.of("k", Filter.Op.IN, "abc", "long text"))) {
      fails(() -> count(filtered(index, filter)), SourceError.INVALID_SOURCE_FILTER);
    }
    server.put(index, "2", "{\"t\":\"another long text\"}");
    fails(
        () -> count(filtered(index, Filter.of("t", Filter.Op.LIKE, "a%"))),
        SourceError.SOURCE_VALUE_UNSUPPORTED);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 16})
  void chunks_hold_every_document_once(int chunks) {
    try (var session = connector.open(all(numbers))) {
      var parts = new ArrayList<RowHash>();
      for (Chunk chunk : session.plan(chunks)) {
        var part = new RowHash();
        drain(connector.read(all(numbers), session.snapshot(), chunk), part);
        parts.add(part);
      }
      var whole = new RowHash();
      drain(session.read(new Chunk.Whole()), whole);

      assertThat(whole.rows()).isEqualTo(ROWS);
      assertThat(parts.stream().mapToLong(RowHash::rows).sum()).isEqualTo(ROWS);
      assertThat(RowHash.sum(parts.stream().map(RowHash::hex).toList())).isEqualTo(whole.hex());
    }
  }

  @Test
  void all_chunks_are_of_one_moment_whatever_is_written_meanwhile() {
    String index = server.newIndex(2, "\"n\":{\"type\":\"long\"}");
    fill(index, 300);
    var before = new RowHash();
    var after = new RowHash();
    try (var session = connector.open(all(index))) {
      drain(session.read(new Chunk.Whole()), before);
      server.put(index, "new", "{\"n\":-1}");
      server.put(index, "0", "{\"n\":-2}");
      server.call("DELETE", "/%s/_doc/1?refresh=true".formatted(index), null);
      for (Chunk chunk : session.plan(3)) {
        drain(connector.read(all(index), session.snapshot(), chunk), after);
      }
    }
    assertThat(after.rows()).isEqualTo(300);
    assertThat(after.hex()).isEqualTo(before.hex());
  }

  @Test
  void elasticsearch_is_asked_in_its_own_words() throws Exception {
    var elastic = new OpenSearchConnector(Flavour.ELASTICSEARCH, new SystemTime());
    var whole = new RowHash();
    var parts = new RowHash();
    try (var words = new ElasticsearchWords(server.uri(numbers));
        var session = elastic.open(OpenSearchServer.request(words.uri(numbers)))) {
      assertThat(session.estimatedRows()).isEqualTo(ROWS);
      assertThat(session.preview(3)).hasSize(3);
      drain(session.read(new Chunk.Whole()), whole);
      for (Chunk chunk : session.plan(3)) {
        var request = OpenSearchServer.request(words.uri(numbers));
        drain(elastic.read(request, session.snapshot(), chunk), parts);
      }
    }
    assertThat(server.call("GET", "/_search/point_in_time/_all", null).path("pits")).isEmpty();
    assertThat(whole.rows()).isEqualTo(ROWS);
    assertThat(parts.hex()).isEqualTo(whole.hex());
  }

  @Test
  void a_point_in_time_that_is_gone_is_told() {
    Snapshot snapshot;
    try (var session = connector.open(all(numbers))) {
      snapshot = session.snapshot();
      server.call("DELETE", "/_search/point_in_time/_all", null);
      assertThat(session.alive()).isFalse();
    }
    fails(
        () -> drain(connector.read(all(numbers), snapshot, new Chunk.Slice(0, 2)), new RowHash()),
        SourceError.SOURCE_SNAPSHOT_LOST);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n | EQ | 8 | 1",
        "n | EQ | 7 | 0",
        "n | GT | 2490 | 7",
        "n | GTE | 2490 | 8",
        "n | LT | 3 | 2",
        "n | LTE | 3 | 3",
        "n | BETWEEN | 1;3 | 3",
        "n | IN | 1;2;99999 | 2",
        "n | NEQ | 1 | 2141",
        "k | EQ | k5 | 250",
        "k | LIKE | k_ | 2500",
        "k | LIKE | %5 | 250",
        "k | LIKE | * | 0",
        "k | EQ | k5 OR 1=1 | 0",
        "k | EQ | \"}}],\"must_not\": | 0",
        "_id | IN | 1;2 | 2"
      })
  void filters_leave_documents_out_at_the_source(
      String column, Filter.Op op, String values, int rows) {
    assertThat(count(filtered(numbers, new Filter(column, op, List.of(values.split(";"))))))
        .isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GT | 2026-01-01T10:00:00 | 3",
        "GT | 2026-01-01T10:00 | 3",
        "GTE | 2026-01-01T10:00:00 | 4",
        "LT | 2026-01-01T10:00:01 | 3",
        "LTE | 2026-01-01T10:00:00 | 2",
        "LTE | 2026-01-01T10:00:01 | 4",
        "EQ | 2026-01-01T10:00:00 | 1",
        "BETWEEN | 2026-01-01T10:00:00;2026-01-01T10:00:01 | 3",
        "GT | 2026-01-01 | 4",
        "LTE | 2026-01-01 | 1"
      })
  void bounds_of_times_are_the_very_moment(Filter.Op op, String values, int rows) {
    String index = server.newIndex(1, "\"at\":{\"type\":\"date\"}");
    for (String at :
        List.of("00:00:00.000", "10:00:00.000", "10:00:00.500", "10:00:01.000", "10:01:00.000")) {
      server.put(index, at, "{\"at\":\"2026-01-01T%sZ\"}".formatted(at));
    }
    assertThat(count(filtered(index, new Filter("at", op, List.of(values.split(";"))))))
        .isEqualTo(rows);
  }

  @Test
  void filters_that_cannot_be_exact_are_refused() {
    String index = server.newIndex(1, "\"t\":{\"type\":\"text\"},\"n\":{\"type\":\"long\"}");
    for (Filter filter :
        List.of(
            Filter.of("t", Filter.Op.EQ, "x"),
            Filter.of("n", Filter.Op.EQ, "1 OR 1=1"),
            Filter.of("n", Filter.Op.LIKE, "1%"),
            Filter.of("_id", Filter.Op.GT, "1"),
            Filter.of("nn", Filter.Op.EQ, "1"))) {
      fails(() -> count(filtered(index, filter)), SourceError.INVALID_SOURCE_FILTER);
    }
  }

  @Test
  void an_alias_is_read_when_its_indexes_are_alike() {
    String one = server.newIndex(1, "\"n\":{\"type\":\"long\"}");
    String two = server.newIndex(2, "\"n\":{\"type\":\"long\"}");
    fill(one, 20);
    fill(two, 30);
    String add = "{\"actions\":[{\"add\":{\"indices\":[\"%s\",\"%s\"],\"alias\":\"%s\"}}]}";
    server.call("POST", "/_aliases", add.formatted(one, two, "both"));
    assertThat(count(all("both"))).isEqualTo(50);

    String other = server.newIndex(1, "\"n\":{\"type\":\"keyword\"}");
    server.call("POST", "/_aliases", add.formatted(one, other, "mixed"));
    fails(() -> count(all("mixed")), SourceError.SOURCE_VALUE_UNSUPPORTED);
  }

  @Test
  void a_preview_shows_some_rows_as_text() {
    try (var session = connector.open(all(numbers))) {
      assertThat(session.preview(3)).hasSize(3).first().isEqualTo(Arrays.asList("0", "k0", null));
    }
  }

  @Test
  void what_is_not_there_is_named() {
    fails(() -> count(all("missing")), SourceError.SOURCE_NOT_FOUND);
    for (String name : List.of("_all", "%2A", "a,b", "-x")) {
      fails(() -> count(all(name)), SourceError.INVALID_SOURCE_URI);
    }
    var cutAt = new SourceRequest(server.uri(numbers), Credential.NONE, List.of(), "nn");
    fails(() -> count(cutAt), SourceError.INVALID_PARTITION_KEY);
  }

  @Test
  void reading_ends_when_it_is_cancelled() {
    try (var session = connector.open(all(numbers));
        var rows = session.read(new Chunk.Whole())) {
      rows.cancel();
      fails(() -> drain(rows, new RowHash()), SourceError.SOURCE_INTERRUPTED);
      assertThat(session.alive()).isTrue();
    }
  }

  @Test
  @Tag("X3")
  void link_local_numbers_are_refused_and_nobody_is_unavailable() {
    fails(
        () -> count(OpenSearchServer.request(SourceUri.of("opensearch://169.254.169.254:80/x"))),
        SourceError.SOURCE_REFUSED);
    fails(
        () -> count(OpenSearchServer.request(SourceUri.of("opensearch://127.0.0.1:1/x"))),
        SourceError.SOURCE_UNAVAILABLE);
  }

  private static void fill(String index, int documents) {
    var bulk = new StringBuilder();
    for (int i = 0; i < documents; i++) {
      bulk.append("{\"index\":{\"_id\":\"%d\"}}\n".formatted(i));
      String n = i % 7 == 0 ? "" : "\"n\":%d,".formatted(i);
      bulk.append("{%s\"k\":\"k%d\"}\n".formatted(n, i % 10));
    }
    server.bulk(index, bulk.toString());
  }

  private List<List<@Nullable String>> rows(String index, String... columns) {
    try (var session = connector.open(all(index))) {
      assertThat(session.columns().stream().skip(1).map(c -> c.name())).containsExactly(columns);
      return session.preview(100);
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
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static SourceRequest all(String index) {
    return OpenSearchServer.request(server.uri(index));
  }

  private static SourceRequest filtered(String index, Filter filter) {
    return new SourceRequest(server.uri(index), Credential.NONE, List.of(filter), null);
  }

  private static Problem fails(ThrowingCallable call, SourceError code) {
    var failure = catchThrowableOfType(TidemillException.class, call);
    assertThat(failure).isNotNull();
    assertThat(failure.code()).as(failure.problem().toString()).isEqualTo(code);
    return failure.problem();
  }
}
