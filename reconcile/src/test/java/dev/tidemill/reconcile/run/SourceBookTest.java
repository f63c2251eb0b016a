package dev.tidemill.reconcile.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.secret.Sealer;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.reconcile.check.RecipeCheck;
import dev.tidemill.reconcile.recipe.DuplicatePolicy;
import dev.tidemill.reconcile.recipe.RecipeReader;
import dev.tidemill.reconcile.recipe.Scope;
import dev.tidemill.reconcile.recipe.ScopeReader;
import dev.tidemill.reconcile.recipe.SourceSpec;
import dev.tidemill.sources.Connectors;
import dev.tidemill.sources.SourcePolicy;
import dev.tidemill.sources.bigquery.BigQueryStub;
import dev.tidemill.sources.file.FilePolicy;
import dev.tidemill.sources.file.NativeFiles;
import dev.tidemill.sources.opensearch.Flavour;
import dev.tidemill.sources.opensearch.OpenSearchConnector;
import dev.tidemill.sources.opensearch.OpenSearchServer;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.LocalObjectStore;
import dev.tidemill.storage.ObjectKey;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.cache.ObjectCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What is named, looked at and checked may be of any kind that can be staged. */
@Tag("R2")
@Tag("R5")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SourceBookTest {
  private static final String FIELDS =
      "\"ref\":{\"type\":\"keyword\"},\"amount\":{\"type\":\"double\"},\"note\":{\"type\":\"text\"}";

  private static final long MOST_IN_CACHE = 1000;

  private final Path folder;
  private final OpenSearchServer server;
  private final BigQueryStub stub = new BigQueryStub();
  private final Reach reach;
  private final SourceBook book;
  private final String index;
  private final ObjectStore bucket;

  SourceBookTest(@TempDir Path folder) throws Exception {
    this.folder = folder;
    this.server = new OpenSearchServer(folder.resolve("node"));
    this.index = server.newIndex(1, FIELDS);
    var limits = new SqlLimits(DataSize.ofMebibytes(256), 1, folder.resolve("temp"));
    var files = new NativeFiles(new DuckDbEngine(), limits, FilePolicy.ANY);
    Sealer sealer = Sealer.of(Sealer.newKey());
    this.reach = new Reach(files, SourcePolicy.anywhere(), null, () -> sealer);
    var connectors =
        new Connectors(
            SourcePolicy.anywhere(),
            List.of(
                new OpenSearchConnector(Flavour.OPENSEARCH, new SystemTime()), stub.connector()));
    this.bucket = new LocalObjectStore(folder.resolve("bucket"), new SystemTime());
    var cache = new ObjectCache(bucket, folder.resolve("cache"), new DataSize(MOST_IN_CACHE));
    this.book =
        new SourceBook(
            new MemoryDocuments(),
            reach,
            connectors,
            address -> {
              assertThat(address).isEqualTo("s3://lake");
              return cache;
            },
            () -> sealer,
            folder);
  }

  @BeforeAll
  void fill() throws Exception {
    for (int i = 0; i < 20; i++) {
      server.put(
          index, "id" + i, "{\"ref\":\"R%d\",\"amount\":%d.5,\"note\":\"a note\"}".formatted(i, i));
    }
    stub.table(
        "orders",
        "{\"name\":\"ref\",\"type\":\"STRING\"},{\"name\":\"amount\",\"type\":\"NUMERIC\",\"precision\":\"12\",\"scale\":\"2\"}");
    stub.row("orders", "\"R1\"", "\"1.50\"");
    stub.row("orders", "\"R2\"", "null");
    Files.writeString(folder.resolve("right.csv"), "reference,paid\nR1,1.50\nR2,2.50\n");
  }

  @AfterAll
  void close() {
    server.close();
    stub.close();
  }

  @Test
  void an_index_is_named_looked_at_and_its_id_is_the_key() {
    book.put("t", "documents", uri());
    SourceBook.Look look = book.look("t", "documents", 3);
    assertThat(look.columns())
        .extracting(SourceBook.Column::name)
        .containsExactly("_id", "amount", "note", "ref");
    assertThat(look.rows()).hasSize(3);
    assertThat(look.totalRows()).isEqualTo(20);
    assertThat(book.key("t", "documents").columns()).containsExactly("_id");
  }

  @Test
  void an_object_is_looked_at_as_a_file_is() throws Exception {
    store("in/paid.csv", "ref,paid\nR1,1.50\nR2,1.50\n");
    book.put("t", "object", "s3://lake/in/paid.csv");
    SourceBook.Look look = book.look("t", "object", 1);
    assertThat(look.columns())
        .extracting(c -> c.name() + " " + c.type())
        .containsExactly("ref VARCHAR", "paid DECIMAL(3, 2)");
    assertThat(look.rows()).containsExactly(List.of("R1", "1.50"));
    assertThat(look.totalRows()).isEqualTo(2);
    assertThat(book.key("t", "object").columns()).containsExactly("ref");

    store("in/paid.csv", "ref,paid\nR3,3.50\n");
    assertThat(book.look("t", "object", 9).rows()).containsExactly(List.of("R3", "3.50"));
  }

  @Test
  void rows_of_an_object_in_scope_are_loaded() throws Exception {
    store("in/scoped.csv", "ref,paid\nR1,1.50\nR2,2.50\nR3,9.00\n");
    book.put("t", "scoped", "s3://lake/in/scoped.csv");
    SourceBook.Scoped scoped =
        book.load(
            "t",
            "scoped",
            scope("{'filters': [{'column': 'paid', 'op': 'gt', 'value': 2}], 'limit': 1}"));
    assertThat(scoped.rows()).containsExactly(List.of("R2", "2.50"));
    assertThat(scoped.scopeRows()).isEqualTo(2);
  }

  @Test
  void an_object_that_is_broken_missing_or_too_large_is_refused() {
    store("in/broken.csv", "ref,paid\nR1,1.50,more\n");
    book.put("t", "broken", "s3://lake/in/broken.csv");
    assertThatThrownBy(() -> book.look("t", "broken", 1))
        .isInstanceOf(TidemillException.class)
        .hasMessageContaining("broken.csv");
    book.put("t", "missing", "s3://lake/in/missing.parquet");
    assertThatThrownBy(() -> book.look("t", "missing", 1))
        .isInstanceOf(TidemillException.class)
        .hasMessageContaining("in/missing.parquet");
    store("in/large.csv", "ref\n" + "R\n".repeat(600));
    book.put("t", "large", "s3://lake/in/large.csv");
    assertThatThrownBy(() -> book.look("t", "large", 1))
        .isInstanceOf(TidemillException.class)
        .hasMessageContaining("does not fit into the cache of 1000 bytes");
    // What was refused holds no place in the cache.
    store("in/small.csv", "ref\nR1\n");
    book.put("t", "small", "s3://lake/in/small.csv");
    assertThat(book.look("t", "small", 1).totalRows()).isEqualTo(1);
  }

  private void store(String key, String text) {
    bucket.put(ObjectKey.of(key), Content.of(text.getBytes(UTF_8)));
  }

  @Test
  void a_table_of_bigquery_is_named_and_looked_at() {
    book.put("t", "orders", "bigquery://p/d?table=orders");
    SourceBook.Look look = book.look("t", "orders", 10);
    assertThat(look.columns())
        .extracting(c -> c.name() + " " + c.type())
        .containsExactly("ref VARCHAR", "amount DECIMAL(12, 2)");
    assertThat(look.rows()).hasSize(2);
    assertThat(look.rows().getFirst()).containsExactly("R1", "1.50");
    assertThat(book.key("t", "orders").columns()).containsExactly("ref");
  }

  @Test
  void a_recipe_is_checked_against_an_index_a_table_of_bigquery_and_an_object() {
    store("in/orders.csv", "ref,amount\nR1,1.50\n");
    for (String uri : List.of(uri(), "bigquery://p/d?table=orders", "s3://lake/in/orders.csv")) {
      assertThat(check(uri, "ref", "amount").errors()).as(uri).isEmpty();
      assertThat(check(uri, "reff", "amount").errors())
          .as(uri)
          .anySatisfy(problem -> assertThat(problem.toString()).contains("did you mean ref?"));
    }
  }

  @Test
  @Tag("R11")
  void rows_in_scope_are_the_same_whoever_leaves_out_the_others() throws Exception {
    book.put("t", "documents", uri());
    book.put("t", "orders", "bigquery://p/d?table=orders");
    book.put("t", "file", "right.csv");
    // The node knows keywords, but not texts; the stub of BigQuery applies no filter at all.
    assertThat(load("documents", "[{'column': 'ref', 'op': 'in', 'value': ['R3', 'R4']}]"))
        .containsExactlyInAnyOrder("R3", "R4");
    assertThat(
            load(
                "documents",
                "[{'column': 'note', 'op': 'eq', 'value': 'a note'}, {'column': 'Amount', 'op': 'lt', 'value': 2}]"))
        .containsExactlyInAnyOrder("R0", "R1");
    assertThat(load("orders", "[{'column': 'ref', 'op': 'eq', 'value': 'R2'}]"))
        .containsExactly("R2");
    assertThat(stub.lastQuery()).contains("WHERE `ref` = ?");
    assertThat(load("orders", "[{'column': 'amount', 'op': 'is_null'}]")).containsExactly("R2");
    SourceBook.Scoped file =
        book.load(
            "t",
            "file",
            scope("{'filters': [{'column': 'paid', 'op': 'gte', 'value': 1.5}], 'limit': 1}"));
    assertThat(file.rows()).containsExactly(List.of("R1", "1.50"));
    assertThat(file.scopeRows()).isEqualTo(2);
  }

  @Test
  @Tag("R11")
  void a_scope_ends_at_its_limit_and_its_faults_come_all_at_once() throws Exception {
    book.put("t", "documents", uri());
    SourceBook.Scoped some = book.load("t", "documents", scope("{'limit': 5}"));
    assertThat(some.rows()).hasSize(5);
    assertThat(some.scopeRows()).isNull();
    assertThat(some.complete()).isTrue();
    assertThat(book.load("t", "documents", scope("{}")).scopeRows()).isEqualTo(20);
    assertThatThrownBy(() -> scope("{'limit': 1001, 'filter': []}"))
        .hasMessageContaining("limit")
        .hasMessageContaining("there is no field");
    assertThatThrownBy(
            () ->
                load(
                    "documents",
                    "[{'column': 'reff', 'op': 'eq', 'value': 'x'}, {'column': 'amount', 'op': 'eq', 'value': 'x'}]"))
        .hasMessageContaining("reff")
        .hasMessageContaining("amount is a number");
    assertThatThrownBy(() -> load("none", "[]")).hasMessageContaining("none");
  }

  private List<String> load(String alias, String filters) throws Exception {
    Scope scope = scope("{'columns': ['ref'], 'filters': %s}".formatted(filters));
    return book.load("t", alias, scope).rows().stream()
        .map(row -> String.valueOf(row.getFirst()))
        .toList();
  }

  private static Scope scope(String json) {
    return ScopeReader.read(json.replace('\'', '"'));
  }

  @Test
  void every_address_that_is_staged_is_taken_for_no_file() {
    for (String uri :
        List.of(
            "postgres://h/d?table=t",
            "postgresql://h/d?table=t",
            "mysql://h/d?table=t",
            "mariadb://h/d?table=t",
            "opensearch://h/i",
            "elasticsearch://h/i",
            "bigquery://p/d?table=t")) {
      assertThat(reached(uri).place().kind()).as(uri).isEqualTo(Place.STAGED);
    }
    assertThatThrownBy(() -> reached("mongodb://h/d?table=t"))
        .isInstanceOf(TidemillException.class);
  }

  private Reach.Reached reached(String uri) {
    return reach.of(
        new SourceSpec("a", uri, List.of(), List.of(), null, DuplicatePolicy.KEEP), "left", folder);
  }

  private RecipeCheck.Result check(String uri, String key, String amount) {
    String recipe =
        """
        {"version": "1.1", "recipe_id": "r", "sources": {
          "left": {"alias": "a", "uri": "%s"},
          "right": {"alias": "b", "uri": "right.csv"}},
         "match_rules": [{"name": "same", "pattern": "1:1", "conditions": [
           {"left": "%s", "right": "reference", "op": "eq"},
           {"left": "%s", "right": "paid", "op": "tolerance", "threshold": 0.01}]}]}
        """
            .formatted(uri, key, amount);
    return book.check(RecipeReader.read(recipe, Map.of()), folder);
  }

  private String uri() {
    return server.uri(index).toString();
  }
}
