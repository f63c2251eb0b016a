package dev.tidemill.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.sql.arrow.RowSink;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every connector keeps. A new one is right when this says so. */
@Tag("R5")
@Tag("R7")
public abstract class ConnectorContract {
  private static final int ROWS = 5000;

  protected abstract Connector connector();

  /** A table of this test's own database; the name as it stands in an address. */
  protected abstract SourceUri uri(String table);

  protected abstract void execute(String... statements);

  /** A text type that sorts without regard to case, or by a locale: not as Java sorts. */
  protected abstract String text();

  @Test
  void columns_key_and_estimate_are_told() {
    execute(
        "CREATE TABLE orders (id bigint NOT NULL, line int NOT NULL, paid decimal(12, 2),"
            + " note varchar(50), PRIMARY KEY (line, id))");
    fill("orders", IntStream.range(0, 1000).mapToObj(i -> "%d, 1, 1.50, NULL".formatted(i)));
    try (var session = connector().open(all("orders"))) {
      assertThat(session.columns().stream().map(c -> c.name() + " " + c.type()))
          .containsExactly("id BIGINT", "line BIGINT", "paid DECIMAL(12, 2)", "note VARCHAR");
      assertThat(session.columns().stream().map(SourceColumn::nullable))
          .containsExactly(false, false, true, true);
      assertThat(session.primaryKey()).containsExactly("line", "id");
      assertThat(session.estimatedRows()).isBetween(1L, 100_000L);
      assertThat(session.alive()).isTrue();
    }
  }

  @Test
  void a_preview_shows_some_rows_as_text() {
    execute("CREATE TABLE shown (id int, note varchar(20))");
    fill("shown", IntStream.range(0, 10).mapToObj(i -> "7, NULL"));
    try (var session = connector().open(all("shown"))) {
      var row = new ArrayList<@Nullable String>();
      row.add("7");
      row.add(null);
      assertThat(session.preview(3)).hasSize(3).allMatch(row::equals);
    }
  }

  @Test
  void filters_leave_rows_out_at_the_source() {
    execute("CREATE TABLE filtered (id bigint, note varchar(50))");
    fill("filtered", IntStream.range(0, 100).mapToObj(i -> "%d, 'n%d'".formatted(i, i)));
    fill("filtered", List.of("9007199254740993, 'a''b\"\\\\'", "NULL, NULL").stream());
    assertThat(count("filtered", Filter.of("id", Filter.Op.EQ, "7"))).isEqualTo(1);
    assertThat(count("filtered", Filter.of("id", Filter.Op.NEQ, "7"))).isEqualTo(100);
    assertThat(count("filtered", Filter.of("id", Filter.Op.GT, "97"))).isEqualTo(3);
    assertThat(count("filtered", Filter.of("id", Filter.Op.GTE, "97"))).isEqualTo(4);
    assertThat(count("filtered", Filter.of("id", Filter.Op.LT, "3"))).isEqualTo(3);
    assertThat(count("filtered", Filter.of("id", Filter.Op.LTE, "3"))).isEqualTo(4);
    assertThat(count("filtered", Filter.of("id", Filter.Op.BETWEEN, "3", "5"))).isEqualTo(3);
    assertThat(count("filtered", Filter.of("id", Filter.Op.IN, "3", "5", "500"))).isEqualTo(2);
    assertThat(count("filtered", Filter.of("note", Filter.Op.LIKE, "n9%"))).isEqualTo(11);
    assertThat(count("filtered", Filter.of("id", Filter.Op.EQ, "9007199254740992"))).isZero();
    assertThat(
            count(
                "filtered",
                Filter.of("id", Filter.Op.GTE, "10"),
                Filter.of("id", Filter.Op.LT, "20")))
        .isEqualTo(10);
  }

  @Test
  @Tag("X3")
  void hostile_filters_are_values_and_nothing_else() {
    execute("CREATE TABLE victims (id int, note varchar(200))");
    String hostile = "x' OR '1'='1'; DROP TABLE victims; -- \\' OR 1=1";
    fill("victims", List.of("1, 'plain'").stream());
    assertThat(count("victims", Filter.of("note", Filter.Op.EQ, hostile))).isZero();
    assertThat(count("victims", Filter.of("note", Filter.Op.IN, "\\", "') OR (1=1"))).isZero();
    assertThat(count("victims")).isEqualTo(1);
    assertFails(
        () -> count("victims", Filter.of("note\" OR 1=1 --", Filter.Op.EQ, "x")),
        SourceError.INVALID_SOURCE_FILTER);
    assertFails(
        () -> count("victims", Filter.of("id", Filter.Op.EQ, "1 OR 1=1")),
        SourceError.INVALID_SOURCE_FILTER);
  }

  @Test
  void a_misspelt_column_is_refused_with_a_suggestion() {
    execute("CREATE TABLE spelt (amount int)");
    var failure =
        catchThrowableOfType(
            TidemillException.class, () -> count("spelt", Filter.of("amuont", Filter.Op.EQ, "1")));
    assertThat(failure.problem().next()).contains("amount");
  }

  @Test
  void gaps_and_skew_lose_and_double_nothing() {
    execute("CREATE TABLE gaps (id bigint NOT NULL PRIMARY KEY, v int)");
    var ids = LongStream.range(0, ROWS).map(i -> i < ROWS - 10 ? i : i * 1_000_000_007L - 1);
    fill("gaps", ids.mapToObj(i -> i + ", 1"));
    assertEachRowOnce(all("gaps"), ROWS);
    assertEachRowOnce(cutAt("gaps", "id"), ROWS);
  }

  @Test
  void null_keys_have_a_chunk_of_their_own() {
    execute("CREATE TABLE nulls (id bigint, v int)");
    fill("nulls", IntStream.range(0, ROWS).mapToObj(i -> (i % 3 == 0 ? "NULL" : i) + ", " + i));
    assertEachRowOnce(cutAt("nulls", "id"), ROWS);
  }

  @Test
  void a_key_of_one_value_still_gives_each_row_once() {
    execute("CREATE TABLE same (id bigint, v int)");
    fill("same", IntStream.range(0, ROWS).mapToObj(i -> "5, " + i));
    assertEachRowOnce(cutAt("same", "id"), ROWS);
  }

  @Test
  void text_keys_are_cut_in_the_databases_own_order() {
    execute("CREATE TABLE texts (k " + text() + " NOT NULL PRIMARY KEY, v int)");
    List<String> odd = List.of("a", "Ab", "é", "z", "Z9", "_", "10", "9", "ß", "🌊");
    fill(
        "texts",
        IntStream.range(0, ROWS).mapToObj(i -> "'%s-%d', %d".formatted(odd.get(i % 10), i, i)));
    assertEachRowOnce(all("texts"), ROWS);
    assertEachRowOnce(cutAt("texts", "k"), ROWS);
  }

  @Test
  void composite_keys_lose_and_double_nothing() {
    execute(
        "CREATE TABLE composite (a int NOT NULL, b varchar(20) NOT NULL, c date NOT NULL,"
            + " PRIMARY KEY (a, b, c))");
    fill(
        "composite",
        IntStream.range(0, ROWS)
            .mapToObj(
                i -> "%d, 'k%d', '2026-01-%02d'".formatted(i / 2000, i % 2000 / 20, i % 20 + 1)));
    assertEachRowOnce(all("composite"), ROWS);
  }

  @Test
  void a_table_without_a_key_and_an_empty_one_are_read() {
    execute("CREATE TABLE keyless (v int)", "CREATE TABLE nobody (v int)");
    fill("keyless", IntStream.range(0, ROWS).mapToObj(i -> i % 7 == 0 ? "NULL" : "" + i));
    assertEachRowOnce(all("keyless"), ROWS);
    assertEachRowOnce(all("nobody"), 0);
  }

  @Test
  void views_are_read_and_cut_where_told() {
    execute("CREATE TABLE below (id int NOT NULL PRIMARY KEY, v int)");
    fill("below", IntStream.range(0, ROWS).mapToObj(i -> i + ", " + i % 10));
    execute("CREATE VIEW above AS SELECT id, v * 2 AS w FROM below WHERE v < 5");
    assertEachRowOnce(all("above"), ROWS / 2);
    assertEachRowOnce(cutAt("above", "id"), ROWS / 2);
  }

  @Test
  void filters_hold_in_every_chunk() {
    execute("CREATE TABLE scoped (id int NOT NULL PRIMARY KEY, v int)");
    fill("scoped", IntStream.range(0, ROWS).mapToObj(i -> i + ", " + i % 10));
    var filter = List.of(Filter.of("v", Filter.Op.LT, "3"));
    assertEachRowOnce(
        new SourceRequest(uri("scoped"), Credential.NONE, filter, null), ROWS / 10 * 3);
    assertEachRowOnce(
        new SourceRequest(uri("scoped"), Credential.NONE, filter, "v"), ROWS / 10 * 3);
  }

  @Test
  void dates_times_and_decimals_can_be_cut_at() {
    execute("CREATE TABLE times (d date, t timestamp NULL, n decimal(30, 10))");
    fill(
        "times",
        IntStream.range(0, ROWS)
            .mapToObj(
                i ->
                    "'20%02d-03-%02d', '2026-01-01 10:%02d:%02d', %d.%010d"
                        .formatted(i % 80, i % 28 + 1, i / 60 % 60, i % 60, i, i)));
    for (String key : List.of("d", "t", "n")) {
      assertEachRowOnce(cutAt("times", key), ROWS);
    }
  }

  @Test
  void what_is_not_there_is_named() {
    assertFails(() -> connector().open(all("missing")).close(), SourceError.SOURCE_NOT_FOUND);
    execute("CREATE TABLE there (v int)");
    assertFails(
        () -> {
          try (var session = connector().open(cutAt("there", "missing"))) {
            session.plan(4);
          }
        },
        SourceError.INVALID_PARTITION_KEY);
  }

  @Test
  void reading_ends_when_it_is_cancelled() {
    execute("CREATE TABLE endless (v varchar(100))");
    fill("endless", IntStream.range(0, ROWS).mapToObj(i -> "'row %d'".formatted(i)));
    try (var session = connector().open(all("endless"));
        var rows = session.read(new Chunk.Whole())) {
      rows.cancel();
      assertFails(() -> drain(rows, new RowHash()), SourceError.SOURCE_INTERRUPTED);
    }
  }

  @Test
  void an_address_where_nobody_answers_is_unavailable() {
    SourceUri real = uri("t");
    var nobody =
        new SourceUri(
            real.scheme(), real.user(), real.host(), 1, real.database(), real.table(), real.tls());
    assertFails(
        () -> connector().open(SourceRequest.all(nobody, Credential.NONE)).close(),
        SourceError.SOURCE_UNAVAILABLE);
  }

  @Test
  @Tag("X3")
  void link_local_numbers_are_refused_when_connecting() {
    SourceUri real = uri("t");
    var metadata =
        new SourceUri(
            real.scheme(),
            real.user(),
            "169.254.169.254",
            real.port(),
            real.database(),
            real.table(),
            real.tls());
    assertFails(
        () -> connector().open(SourceRequest.all(metadata, Credential.NONE)).close(),
        SourceError.SOURCE_REFUSED);
  }

  protected final SourceRequest all(String table) {
    return SourceRequest.all(uri(table), Credential.NONE);
  }

  protected final SourceRequest cutAt(String table, String key) {
    return new SourceRequest(uri(table), Credential.NONE, List.of(), key);
  }

  /** For chunks read by others. */
  protected static Snapshot shared(SourceSession session) {
    Snapshot own = session.snapshot();
    return own.kind() == Snapshot.Kind.EXPORTED
        ? own
        : new Snapshot(Snapshot.Kind.FUZZY, null, null, own.moment());
  }

  protected final void assertEachRowOnce(SourceRequest request, long rows) {
    for (int chunks : new int[] {1, 2, 7}) {
      try (var session = connector().open(request)) {
        var parts = new ArrayList<RowHash>();
        for (Chunk chunk : session.plan(chunks)) {
          var part = new RowHash();
          drain(connector().read(request, shared(session), chunk), part);
          parts.add(part);
        }
        var whole = new RowHash();
        drain(session.read(new Chunk.Whole()), whole);
        assertThat(whole.rows()).isEqualTo(rows);
        assertThat(parts.stream().mapToLong(RowHash::rows).sum()).isEqualTo(rows);
        assertThat(RowHash.sum(parts.stream().map(RowHash::hex).toList())).isEqualTo(whole.hex());
      }
    }
  }

  protected final long count(String table, Filter... filters) {
    var request = new SourceRequest(uri(table), Credential.NONE, List.of(filters), null);
    try (var session = connector().open(request)) {
      var rows = new RowHash();
      drain(session.read(new Chunk.Whole()), rows);
      return rows.rows();
    }
  }

  protected final void fill(String table, java.util.stream.Stream<String> rows) {
    var all = rows.toList();
    for (int i = 0; i < all.size(); i += 1000) {
      execute(
          all.subList(i, Math.min(all.size(), i + 1000)).stream()
              .collect(Collectors.joining("), (", "INSERT INTO " + table + " VALUES (", ")")));
    }
  }

  protected static void drain(ChunkRows rows, RowSink sink) {
    try (rows) {
      while (rows.next(sink)) {}
    }
  }

  protected static void assertFails(ThrowingCallable call, SourceError code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TidemillException.class,
            e -> assertThat(e.code()).as(e.problem().toString()).isEqualTo(code));
  }
}
