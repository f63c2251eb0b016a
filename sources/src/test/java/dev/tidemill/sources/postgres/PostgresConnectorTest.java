package dev.tidemill.sources.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Connector;
import dev.tidemill.sources.ConnectorContract;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.SourceError;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.Servers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PostgresConnectorTest extends ConnectorContract {
  private final PostgresDatabase database = Servers.newPostgresDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  @Override
  protected Connector connector() {
    return PgFixture.CONNECTOR;
  }

  @Override
  protected SourceUri uri(String table) {
    return PgFixture.uri(database, table);
  }

  @Override
  protected void execute(String... statements) {
    PgFixture.execute(database, statements);
  }

  @Override
  protected String text() {
    return "varchar(50) COLLATE \"und-x-icu\"";
  }

  @Test
  @Tag("R7")
  void tables_are_cut_at_pages_and_partitions_at_theirs() {
    execute("CREATE TABLE heap (id int, pad text)");
    execute("INSERT INTO heap SELECT i, repeat('x', 500) FROM generate_series(1, 2000) i");
    try (var session = connector().open(all("heap"))) {
      var chunks = session.plan(4);
      assertThat(chunks).hasSize(4).allMatch(c -> c instanceof Chunk.Pages);
      assertThat(((Chunk.Pages) chunks.getLast()).to()).isNull();
    }
  }

  @Test
  @Tag("R7")
  void partitions_of_partitions_lose_and_double_nothing() {
    execute(
        "CREATE TABLE part (id int, pad text, k int) PARTITION BY RANGE (id)",
        "CREATE TABLE part_low PARTITION OF part FOR VALUES FROM (0) TO (3000)",
        "CREATE TABLE part_high PARTITION OF part FOR VALUES FROM (3000) TO (9000)"
            + " PARTITION BY HASH (k)",
        "CREATE TABLE part_h0 PARTITION OF part_high FOR VALUES WITH (MODULUS 2, REMAINDER 0)",
        "CREATE TABLE part_h1 (k int, gone int, pad text, id int)",
        "ALTER TABLE part_h1 DROP COLUMN gone",
        "ALTER TABLE part_high ATTACH PARTITION part_h1"
            + " FOR VALUES WITH (MODULUS 2, REMAINDER 1)",
        "CREATE TABLE part_none PARTITION OF part DEFAULT",
        "INSERT INTO part SELECT i, repeat('x', 300), i FROM generate_series(0, 7999) i");
    assertEachRowOnce(all("part"), 8000);
  }

  @Test
  @Tag("R7")
  void inherited_tables_and_materialized_views_lose_and_double_nothing() {
    execute(
        "CREATE TABLE base (id int, pad text)",
        "CREATE TABLE derived (extra int) INHERITS (base)",
        "INSERT INTO base SELECT i, repeat('x', 300) FROM generate_series(1, 1000) i",
        "INSERT INTO derived SELECT i, repeat('x', 300), i FROM generate_series(1, 3000) i",
        "CREATE MATERIALIZED VIEW kept AS SELECT * FROM base");
    assertEachRowOnce(all("base"), 4000);
    assertEachRowOnce(all("kept"), 4000);
  }

  @Test
  @Tag("R7")
  void a_user_with_rights_on_the_parent_only_reads_all_of_it() {
    execute(
        "CREATE TABLE owned (id int, pad text) PARTITION BY RANGE (id)",
        "CREATE TABLE owned_a PARTITION OF owned FOR VALUES FROM (0) TO (1000)",
        "CREATE TABLE owned_b PARTITION OF owned FOR VALUES FROM (1000) TO (9000)",
        "INSERT INTO owned SELECT i, repeat('x', 300) FROM generate_series(0, 4999) i",
        "CREATE TABLE secret (v int)",
        "DO $$ BEGIN CREATE ROLE staging_reader LOGIN; EXCEPTION WHEN duplicate_object THEN END $$",
        "GRANT SELECT ON owned TO staging_reader");
    String url = database.url().replace("postgres@", "staging_reader@");
    var owned = SourceRequest.all(SourceUri.of(url + "?table=public.owned"), Credential.NONE);
    assertEachRowOnce(owned, 5000);
    var secret = SourceRequest.all(SourceUri.of(url + "?table=secret"), Credential.NONE);
    assertFails(() -> connector().open(secret).close(), SourceError.SOURCE_DENIED);
  }

  @Test
  @Tag("R7")
  void never_analysed_tables_are_not_taken_for_empty() {
    execute("CREATE TABLE fresh (id int, pad text) WITH (autovacuum_enabled = off)");
    execute("INSERT INTO fresh SELECT i, repeat('x', 300) FROM generate_series(1, 20000) i");
    try (var session = connector().open(all("fresh"))) {
      assertThat(session.estimatedRows()).isGreaterThan(1000);
      assertThat(session.plan(5)).hasSize(5);
    }
  }

  @Test
  @Tag("X3")
  void hostile_names_are_names() {
    execute("CREATE TABLE \"we\"\"ird.t; DROP\" (\"a\"\"b\" int, \"C d\" text, \"%s\" int)");
    fill("\"we\"\"ird.t; DROP\"", IntStream.range(0, 10).mapToObj(i -> i + ", 'x', 1"));
    var uri = SourceUri.of(database.url() + "?table=%22we%22%22ird.t%3B%20DROP%22");
    assertEachRowOnce(SourceRequest.all(uri, Credential.NONE), 10);
    assertEachRowOnce(new SourceRequest(uri, Credential.NONE, List.of(), "a\"b"), 10);
    assertThat(SourceUri.of(uri.toString())).isEqualTo(uri);
  }

  @Test
  void columns_that_differ_only_in_case_are_refused() {
    execute("CREATE TABLE twins (a int, \"A\" int)");
    assertFails(() -> connector().open(all("twins")).close(), SourceError.SOURCE_VALUE_UNSUPPORTED);
  }
}
