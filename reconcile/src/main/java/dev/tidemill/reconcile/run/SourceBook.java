package dev.tidemill.reconcile.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.secret.Sealer;
import dev.tidemill.jobs.Documents;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.reconcile.check.KeyGuess;
import dev.tidemill.reconcile.check.RecipeCheck;
import dev.tidemill.reconcile.recipe.DuplicatePolicy;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.Scope;
import dev.tidemill.reconcile.recipe.SourceSpec;
import dev.tidemill.sources.Connectors;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceSession;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.sources.file.FilePreview;
import dev.tidemill.sources.file.NativeFile;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import dev.tidemill.storage.cache.ObjectCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sources that people have named, and a first look at them. Thread-safe. */
public final class SourceBook {
  public static final String KIND = "source";

  /** How many rows a key is guessed from. */
  private static final int SAMPLE = 1000;

  private final Documents documents;
  private final Reach reach;
  private final Connectors connectors;
  private final Function<String, ObjectCache> buckets;
  private final Supplier<Sealer> sealer;
  private final Path folder;

  /**
   * @param buckets a bucket's objects as local files
   */
  public SourceBook(
      Documents documents,
      Reach reach,
      Connectors connectors,
      Function<String, ObjectCache> buckets,
      Supplier<Sealer> sealer,
      Path folder) {
    this.documents = documents;
    this.reach = reach;
    this.connectors = connectors;
    this.buckets = buckets;
    this.sealer = sealer;
    this.folder = folder;
  }

  /**
   * What a source looks like.
   *
   * @param rows texts; null is NULL
   * @param totalRows about, for a table
   */
  public record Look(
      List<Column> columns, List<List<@Nullable String>> rows, long totalRows, List<String> key) {}

  /** A column as people name it. */
  public record Column(String name, SqlType type, boolean nullable) {
    SqlColumn sql() {
      return new SqlColumn(name, type);
    }
  }

  /**
   * Rows of a source in scope.
   *
   * @param rows texts; null is NULL
   * @param scopeRows how many there are in scope; null where that would mean to read them all
   * @param complete false when the search was given up before there were enough rows
   */
  public record Scoped(
      List<SqlColumn> columns,
      List<List<@Nullable String>> rows,
      @Nullable Long scopeRows,
      boolean complete) {}

  /** Keeps an address under a name; a password in it is sealed, and the address shown without. */
  public Documents.Document put(String tenant, String alias, String uri) {
    Reach.Reached reached = reach.of(spec(alias, uri), alias, folder);
    ObjectNode body = Json.object().put("alias", alias).put("uri", reached.shown());
    return documents.put(tenant, KIND, alias, Json.write(body), reached.credential());
  }

  /** The first rows of a named source. */
  public Look look(String tenant, String alias, int rows) {
    Named named = named(tenant, alias);
    return look(named.reached(), named.credential(), rows);
  }

  /** Rows of a named source that a run with such filters would work on. */
  public Scoped load(String tenant, String alias, Scope scope) throws InterruptedException {
    Named named = named(tenant, alias);
    var look = new ScopedLook(reach.files(), scope);
    SourceUri server = named.reached().server();
    if (server != null) {
      return look.table(connectors, server, named.credential());
    }
    try (LocalFile local = local(named.reached())) {
      return look.file(local.path(), local.name());
    }
  }

  /** What a name stands for. */
  private record Named(Reach.Reached reached, Credential credential) {}

  private Named named(String tenant, String alias) {
    Documents.Document known =
        documents
            .find(tenant, KIND, alias)
            .orElseThrow(
                () ->
                    Problem.of(CoreError.NOT_FOUND, "there is no source '%s'".formatted(alias))
                        .next("GET /api/sources lists what there is")
                        .exception());
    String uri = Json.readObject(known.body()).path("uri").asText();
    Reach.Reached reached = reach.of(spec(alias, uri), alias, folder);
    Credential credential =
        known.sealed() == null ? Credential.NONE : Credential.of(sealer.get().open(known.sealed()));
    return new Named(reached, credential);
  }

  private Look look(Reach.Reached reached, Credential credential, int rows) {
    if (reached.server() != null) {
      return table(reached.server(), credential, rows);
    }
    try (LocalFile local = local(reached)) {
      return file(local, rows);
    }
  }

  private LocalFile local(Reach.Reached reached) {
    return LocalFile.of(reached.place(), buckets);
  }

  /** The key that a source says it has, or the one that its first rows suggest. */
  public KeyGuess key(String tenant, String alias) {
    Look look = look(tenant, alias, SAMPLE);
    if (!look.key().isEmpty()) {
      return new KeyGuess(look.key(), 1);
    }
    var counts = new ArrayList<KeyGuess.ColumnCounts>();
    for (int i = 0; i < look.columns().size(); i++) {
      var values = new HashSet<String>();
      long nulls = 0;
      for (List<@Nullable String> row : look.rows()) {
        String value = row.get(i);
        if (value == null) {
          nulls++;
        } else {
          values.add(value);
        }
      }
      counts.add(
          new KeyGuess.ColumnCounts(
              look.columns().get(i).name(), look.rows().size(), values.size(), nulls));
    }
    return KeyGuess.of(counts);
  }

  /** Compares a recipe with the columns that its sources really have. */
  public RecipeCheck.Result check(Recipe recipe, Path from) {
    return RecipeCheck.check(
        recipe, columns(recipe.left(), "left", from), columns(recipe.right(), "right", from));
  }

  private List<SqlColumn> columns(SourceSpec source, String side, Path from) {
    Reach.Reached reached = reach.of(source, side, from);
    Credential credential =
        reached.server() == null ? Credential.NONE : SourceUri.parse(source.uri()).credential();
    return look(reached, credential, 0).columns().stream().map(Column::sql).toList();
  }

  private Look table(SourceUri uri, Credential credential, int rows) {
    try (SourceSession session = connectors.of(uri).open(SourceRequest.all(uri, credential))) {
      return new Look(
          session.columns().stream().map(SourceBook::column).toList(),
          session.preview(rows),
          session.estimatedRows(),
          session.primaryKey());
    }
  }

  private Look file(LocalFile local, int rows) {
    NativeFile file = reach.files().inspect(local.path(), local.name());
    FilePreview preview = reach.files().preview(local.path(), local.name(), rows);
    var columns = file.columns().stream().map(c -> new Column(c.name(), c.type(), true)).toList();
    return new Look(columns, preview.rows(), file.rows(), List.of());
  }

  private static Column column(SourceColumn column) {
    return new Column(column.name(), column.type(), column.nullable());
  }

  private static SourceSpec spec(String alias, String uri) {
    return new SourceSpec(alias, uri, List.of(), List.of(), null, DuplicatePolicy.KEEP);
  }
}
