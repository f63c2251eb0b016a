package dev.tidemill.sources.postgres;

import static dev.tidemill.sources.postgres.PgFixture.CONNECTOR;
import static dev.tidemill.sources.postgres.PgFixture.all;
import static dev.tidemill.sources.postgres.PgFixture.drain;
import static dev.tidemill.sources.postgres.PgFixture.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.proof.RowHash;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that are too long do not leave the server. */
@Tag("R8")
class PgGuardTest {
  private static final long LITTLE = 20L << 20;

  private static PostgresDatabase database;

  @BeforeAll
  static void create() {
    database = Servers.newPostgresDatabase();
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a text at rest | CREATE TABLE t AS SELECT 1 AS n, repeat('x', 100000000) AS v",
        "random bytes | CREATE TABLE t AS SELECT 1 AS n, (SELECT string_agg(decode(md5(i::text), 'hex'), '') FROM generate_series(1, 4300000) i) AS v",
        "what a view makes | CREATE VIEW t AS SELECT 1 AS n, repeat('x', 100000000) AS v",
        "short at rest and long as text | CREATE TABLE t AS SELECT 1 AS n, array_fill(1e100000, ARRAY[800]) AS v",
        "a part of a larger whole | CREATE TABLE t AS SELECT 1 AS n, jsonb_build_array(repeat('x', 100000000)) AS v"
      })
  void a_value_that_is_too_long_stays_at_the_server(String what, String create) {
    execute(database, create);
    try {
      long before = allocated();
      assertThatThrownBy(() -> hash(all(database, "t")))
          .as(what)
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> {
                assertThat(e.code()).isEqualTo(SourceError.SOURCE_VALUE_UNSUPPORTED);
                assertThat(e.problem().field()).isEqualTo("v");
                assertThat(e.problem().message()).contains("row 1 of the part");
                assertThat(e.problem().cause()).contains("at most", "staging.max_value_bytes");
              });
      assertThat(allocated() - before).as("bytes taken by this thread").isLessThan(LITTLE);
    } finally {
      execute(database, create.startsWith("CREATE VIEW") ? "DROP VIEW t" : "DROP TABLE t");
    }
  }

  @Test
  void the_limit_itself_is_not_too_long_and_rows_before_count() {
    execute(
        database,
        "CREATE TABLE edge AS SELECT i, repeat('é', 500 + (i = 3)::int) AS v"
            + " FROM generate_series(1, 3) i");
    assertThat(hash(all(database, "edge").withMost(1002)).rows()).isEqualTo(3);
    assertThatThrownBy(() -> hash(all(database, "edge").withMost(1000)))
        .hasMessageContaining("column v has a value of 1,002 bytes in row 3 of the part");
  }

  @Test
  void values_that_are_too_long_together_are_refused_as_a_row() {
    execute(
        database,
        "CREATE TABLE together AS SELECT repeat('a', 900) AS a, NULL::text AS n,"
            + " repeat('b', 900)::bytea AS b, repeat('c', 900) AS c");
    assertThatThrownBy(() -> hash(all(database, "together").withMost(1000)))
        .hasMessageContaining("row 1 of the part has 2,700 bytes");
    assertThat(hash(all(database, "together").withMost(1350)).rows()).isEqualTo(1);
  }

  @Test
  void a_guarded_row_is_the_same_row() {
    execute(
        database,
        """
        CREATE TABLE same AS SELECT i, 'note ' || i AS t, NULLIF(i % 3, 0)::text AS u,
          decode(md5(i::text), 'hex') AS b, jsonb_build_object('i', i) AS j, ARRAY[i, NULL] AS a,
          i / 8.0 AS d, md5(i::text)::uuid AS id, '' AS empty FROM generate_series(1, 500) i
        """);
    String plain = hash(all(database, "same")).hex();
    assertThat(hash(all(database, "same").withMost(100)).hex()).isEqualTo(plain);
  }

  @Test
  void nothing_is_guarded_where_no_value_can_be_too_long() throws Exception {
    execute(
        database,
        "CREATE TABLE free (n int, t text, b bytea, j json, u uuid, jb jsonb)",
        "INSERT INTO free VALUES (1, 'a', 'b', '{}', NULL, '{}')",
        "CREATE TABLE part (n int, t text) PARTITION BY RANGE (n)",
        "CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (0) TO (10)",
        "CREATE VIEW seen AS SELECT n, t FROM free");
    assertThat(guarded("free", 64L << 20)).containsExactly("jb");
    assertThat(guarded("free", 1 << 20)).containsExactly("t", "b", "j", "jb");
    assertThat(guarded("part", 64L << 20)).isEmpty();
    assertThat(guarded("seen", 64L << 20)).containsExactly("t");
    // 400 kB that cannot be squeezed could be 100 MB that were.
    execute(
        database,
        "INSERT INTO part SELECT 1, string_agg(md5(i::text), '') FROM generate_series(1, 40000) i");
    assertThat(guarded("part", 64L << 20)).containsExactly("t");
  }

  private static List<String> guarded(String table, long most) throws Exception {
    try (var connection = database.connect()) {
      var found = PgTable.find(connection, PgFixture.uri(database, table));
      return PgGuard.of(connection, found, most).columns().stream()
          .map(i -> found.columns().get(i).name())
          .toList();
    }
  }

  private static RowHash hash(SourceRequest request) {
    var hash = new RowHash();
    try (var session = CONNECTOR.open(request)) {
      drain(session.read(new Chunk.Whole()), hash);
    }
    return hash;
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
