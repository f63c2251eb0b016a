package dev.tidemill.reconcile.run;

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

  private final Path folder;
  private final OpenSearchServer server;
  private final BigQueryStub stub = new BigQueryStub();
  private final Reach reach;
  private final SourceBook book;
  private final String index;

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
    this.book = new SourceBook(new MemoryDocuments(), reach, connectors, () -> sealer, folder);
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
  void a_recipe_is_checked_against_an_index_and_a_table_of_bigquery() {
    for (String uri : List.of(uri(), "bigquery://p/d?table=orders")) {
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
