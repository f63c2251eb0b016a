package dev.tidemill.server.reconcile;

import static dev.tidemill.server.route.Role.OPERATOR;
import static dev.tidemill.server.route.Role.VIEWER;
import static dev.tidemill.server.route.Route.get;
import static dev.tidemill.server.route.Route.post;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.jobs.Documents;
import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.jobs.json.ProblemJson;
import dev.tidemill.reconcile.check.KeyGuess;
import dev.tidemill.reconcile.check.RecipeCheck;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.RecipeException;
import dev.tidemill.reconcile.recipe.RecipeReader;
import dev.tidemill.reconcile.recipe.Scope;
import dev.tidemill.reconcile.recipe.ScopeReader;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.reconcile.run.SourceBook;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Request;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.Schema;
import dev.tidemill.sql.SqlColumn;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sources and recipes that people have named. */
public final class SourceRoutes {
  private static final String RECIPE = "recipe";
  private static final int PAGE = 1000;
  private static final DataSize LARGEST_SCOPE = DataSize.ofMebibytes(4);
  private static final String SOURCE_SHAPE =
      Schema.object("alias string", "uri string", "updated_at string");

  private final SourceBook book;
  private final Documents documents;
  private final Path folder;

  /**
   * @param folder where relative paths begin when a request does not say
   */
  public SourceRoutes(SourceBook book, Documents documents, Path folder) {
    this.book = book;
    this.documents = documents;
    this.folder = folder;
  }

  public List<Route> routes() {
    return List.of(
        get("/api/sources")
            .summary("Sources that have a name")
            .role(VIEWER)
            .answers(Schema.listOf(SOURCE_SHAPE))
            .by(request -> list(request, SourceBook.KIND)),
        post("/api/sources")
            .summary("Name a source; a password in its address is sealed and never shown again")
            .role(OPERATOR)
            .takes(Schema.object("alias! string", "uri! string"))
            .answers(SOURCE_SHAPE)
            .by(this::put),
        get("/api/sources/{alias}/preview")
            .summary("Columns and first rows of a source")
            .role(VIEWER)
            .parameter("limit", "At most so many rows, 1 to 100; 10 if not given")
            .answers(
                Schema.object(
                    "alias string",
                    "columns array",
                    "rows array",
                    "total_rows integer",
                    "preview_rows integer"))
            .by(this::preview),
        post("/api/sources/{alias}/load-scoped")
            .summary("Rows of a source that a run with these filters would work on")
            .role(VIEWER)
            .body(LARGEST_SCOPE)
            .takes(Schema.object("filters array", "columns array", "limit integer"))
            .answers(
                Schema.object(
                    "alias string",
                    "columns array",
                    "rows array",
                    "scope_rows integer?",
                    "complete boolean"))
            .by(this::load),
        get("/api/sources/{alias}/primary-key")
            .summary("The key that a source has, or that its first rows suggest")
            .role(VIEWER)
            .answers(Schema.object("alias string", "detected_keys array", "confidence number"))
            .by(this::key),
        get("/api/recipes")
            .summary("Recipes that were kept")
            .role(VIEWER)
            .answers(Schema.listOf(Schema.object("recipe_id string", "updated_at string")))
            .by(request -> list(request, RECIPE)),
        post("/api/recipes")
            .summary("Keep a recipe under its recipe_id; no passwords in it, please name sources")
            .role(OPERATOR)
            .takes(Schema.object("recipe! object"))
            .answers(Schema.object("recipe_id string", "updated_at string"))
            .by(this::keep),
        get("/api/recipes/{id}")
            .summary("A recipe that was kept")
            .role(VIEWER)
            .answers(Schema.object("recipe object"))
            .by(this::recipe),
        post("/api/recipes/validate-schema")
            .summary("Compare a recipe with the columns that its sources really have")
            .role(OPERATOR)
            .takes(Schema.object("recipe! object", "parameters object", "folder string?"))
            .answers(
                Schema.object(
                    "valid boolean", "errors array", "warnings array", "resolved_fields array"))
            .by(this::check));
  }

  private Answer list(Request request, String kind) {
    List<Documents.Document> found = documents.list(request.caller().tenant(), kind, "", PAGE);
    return Answer.json(Listing.whole(found, document -> shown(document, kind)));
  }

  private static ObjectNode shown(Documents.Document document, String kind) {
    ObjectNode shown = kind.equals(RECIPE) ? Json.object() : Json.readObject(document.body());
    if (kind.equals(RECIPE)) {
      shown.put("recipe_id", document.name());
    }
    return shown.put("updated_at", document.updatedAt().toString());
  }

  private Answer put(Request request) {
    Fields body = request.json();
    Documents.Document kept =
        book.put(request.caller().tenant(), body.text("alias"), body.text("uri"));
    return Answer.json(201, shown(kept, SourceBook.KIND));
  }

  private Answer preview(Request request) {
    String alias = request.part("alias");
    SourceBook.Look look = book.look(request.caller().tenant(), alias, limit(request));
    ObjectNode answer = Json.object().put("alias", alias);
    ArrayNode columns = answer.putArray("columns");
    for (SourceBook.Column column : look.columns()) {
      columns
          .addObject()
          .put("name", column.name())
          .put("data_type", column.type().toString())
          .put("nullable", column.nullable());
    }
    addRows(answer, look.rows());
    answer.put("total_rows", look.totalRows()).put("preview_rows", look.rows().size());
    return Answer.json(answer);
  }

  private Answer load(Request request) throws InterruptedException {
    String alias = request.part("alias");
    Fields body = request.json();
    ObjectNode asked = Json.object();
    body.names().forEach(name -> asked.set(name, body.value(name)));
    Scope scope = ScopeReader.read(asked.toString());
    SourceBook.Scoped found = book.load(request.caller().tenant(), alias, scope);
    ObjectNode answer = Json.object().put("alias", alias);
    ArrayNode columns = answer.putArray("columns");
    for (SqlColumn column : found.columns()) {
      columns.addObject().put("name", column.name()).put("data_type", column.type().toString());
    }
    addRows(answer, found.rows());
    answer.put("scope_rows", found.scopeRows());
    return Answer.json(answer.put("complete", found.complete()));
  }

  private static void addRows(ObjectNode answer, List<List<@Nullable String>> rows) {
    ArrayNode all = answer.putArray("rows");
    for (var row : rows) {
      ArrayNode values = all.addArray();
      row.forEach(values::add);
    }
  }

  private static int limit(Request request) {
    String text = request.parameter("limit").orElse("10");
    if (!text.matches("[1-9][0-9]?|100")) {
      throw Problem.of(CoreError.INVALID_INPUT, "limit is a number from 1 to 100")
          .field("limit")
          .exception();
    }
    return Integer.parseInt(text);
  }

  private Answer key(Request request) {
    String alias = request.part("alias");
    KeyGuess guess = book.key(request.caller().tenant(), alias);
    ObjectNode answer = Json.object().put("alias", alias);
    ArrayNode keys = answer.putArray("detected_keys");
    guess.columns().forEach(keys::add);
    return Answer.json(answer.put("confidence", guess.confidence()));
  }

  private Answer keep(Request request) {
    String text = request.json().value("recipe").toString();
    Recipe recipe = RecipeReader.readWithoutParameters(text);
    for (Side side : Side.values()) {
      if (recipe.source(side).uri().matches("[a-z]+://[^/@]*:[^/@]*@.*")) {
        throw Problem.of(CoreError.INVALID_INPUT, "a recipe that is kept must not hold a password")
            .field("/sources/%s/uri".formatted(side.word()))
            .next("leave it out of the address; give it when the recipe is run")
            .exception();
      }
    }
    Documents.Document kept =
        documents.put(request.caller().tenant(), RECIPE, recipe.id(), text, null);
    return Answer.json(201, shown(kept, RECIPE));
  }

  private Answer recipe(Request request) {
    String id = request.part("id");
    Documents.Document kept =
        documents
            .find(request.caller().tenant(), RECIPE, id)
            .orElseThrow(
                () ->
                    Problem.of(CoreError.NOT_FOUND, "there is no recipe '%s'".formatted(id))
                        .next("GET /api/recipes lists what there is")
                        .exception());
    ObjectNode answer = Json.object();
    answer.set("recipe", Json.readObject(kept.body()));
    return Answer.json(answer);
  }

  private Answer check(Request request) {
    Fields body = request.json();
    ObjectNode answer = Json.object();
    ArrayNode errors = Json.object().putArray("errors");
    ArrayNode warnings = Json.object().putArray("warnings");
    ArrayNode resolved = Json.object().putArray("resolved");
    try {
      String in = body.textOrNull("folder");
      Recipe recipe =
          RecipeReader.read(body.value("recipe").toString(), ReconcileRoutes.parameters(body));
      Path from = in == null ? folder : body.make("folder", () -> Path.of(in));
      RecipeCheck.Result result = book.check(recipe, from);
      result.errors().forEach(problem -> errors.add(ProblemJson.write(problem)));
      result
          .warnings()
          .forEach(
              warning ->
                  warnings
                      .addObject()
                      .put("field", warning.field())
                      .put("message", warning.message()));
      for (Side side : Side.values()) {
        result
            .resolved()
            .get(side)
            .forEach(
                (written, column) ->
                    resolved
                        .addObject()
                        .put("source", side.word())
                        .put("field", written)
                        .put("column", column.name()));
      }
    } catch (RecipeException e) {
      e.problems().forEach(problem -> errors.add(ProblemJson.write(problem)));
    }
    answer.put("valid", errors.isEmpty()).set("errors", errors);
    answer.set("warnings", warnings);
    answer.set("resolved_fields", resolved);
    return Answer.json(answer);
  }
}
