package dev.tidemill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemill.testkit.ChildProcess;
import dev.tidemill.testkit.RepositoryRoot;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The same over a daemon: by the command line, which finds it, and by somebody with curl. */
@Tag("R11")
@Tag("R12")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReconcileOverDaemonTest {
  private static final JsonMapper JSON = new JsonMapper();

  private final Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ChildProcess daemon;
  private final String url;

  ReconcileOverDaemonTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    Path example = Files.createDirectories(folder.resolve("payments"));
    for (String name : new String[] {"recipe.json", "invoices.csv", "payments.csv"}) {
      Files.copy(
          RepositoryRoot.path().resolve("examples/payments").resolve(name), example.resolve(name));
    }
    daemon =
        ChildProcess.jvm(Main.class)
            .flags("-Xmx512m")
            .in(folder)
            .arguments("up", "--http-port", "0")
            .start();
    url = daemon.awaitLine(".*(http://[0-9.]+:\\d+).*", Duration.ofSeconds(90)).group(1);
  }

  @BeforeAll
  void waitUntilReady() throws Exception {
    assertThat(get("/ready").statusCode()).isEqualTo(200);
  }

  @AfterAll
  void close() {
    client.close();
    daemon.close();
  }

  @Test
  void the_command_line_finds_the_daemon_and_brings_the_evidence() throws Exception {
    var said =
        new Terminal(folder, Map.of())
            .run("reconcile", "payments/recipe.json", "-o", "json", "--out", "evidence");
    assertThat(said.exit()).as(said.err()).isZero();
    assertThat(JSON.readTree(said.out()).path("matched").asLong()).isEqualTo(12);
    assertThat(folder.resolve("evidence/matched.parquet")).exists();
    assertThat(folder.resolve("evidence/metadata.json")).exists();
  }

  @Test
  void a_recipe_becomes_a_run_whose_evidence_can_be_fetched() throws Exception {
    ObjectNode body = request();
    JsonNode submitted = json(post("/api/runs", body), 201);
    String run = submitted.path("run_id").asText();
    assertThat(run).startsWith("run_");
    var watch = new Terminal(folder, Map.of()).run("runs", "get", run, "-o", "json");
    assertThat(watch.exit()).isZero();
    JsonNode files = JSON.createObjectNode();
    for (int i = 0; i < 600 && files.path("items").isEmpty(); i++) {
      assertThat(json(get("/api/runs/" + run), 200).path("status").asText())
          .isNotIn("failed", "cancelled");
      files = json(get("/api/runs/" + run + "/evidence"), 200);
    }
    assertThat(files.path("items")).hasSize(4);
    HttpResponse<byte[]> matched = get("/api/runs/" + run + "/evidence/matched.parquet");
    assertThat(matched.statusCode()).isEqualTo(200);
    assertThat(new String(matched.body(), 0, 4, StandardCharsets.US_ASCII)).isEqualTo("PAR1");
    assertThat(get("/api/runs/" + run + "/evidence/..%2F..%2Ftidemill.db").statusCode())
        .isIn(400, 404);
  }

  @Test
  @Tag("C2")
  void a_recipe_is_scheduled_and_each_fire_reconciles_by_it() throws Exception {
    var terminal = new Terminal(folder, Map.of());
    var made =
        terminal.run(
            "schedules", "create", "daily", "--cron", "@daily", "--recipe", "payments/recipe.json");
    assertThat(made.exit()).as(made.err()).isZero();
    Files.writeString(
        folder.resolve("schedules.yaml"),
        """
        schedules:
          - name: weekly
            cron: "@weekly"
            recipe: payments/recipe.json
        """);
    var applied = terminal.run("schedules", "apply", "schedules.yaml");
    assertThat(applied.exit()).as(applied.err()).isZero();
    for (String name : new String[] {"daily", "weekly"}) {
      var fired = terminal.run("schedules", "trigger", name, "-o", "json");
      assertThat(fired.exit()).as(fired.err()).isZero();
      String run = JSON.readTree(fired.out()).path("run_id").asText();
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> json(get("/api/runs/" + run), 200).path("status").asText(),
              status -> List.of("completed", "failed").contains(status));
      assertThat(json(get("/api/runs/" + run + "/evidence"), 200).path("items")).hasSize(4);
    }
  }

  @Test
  @Tag("R2")
  void problems_of_a_recipe_come_all_at_once_and_misspelt_columns_with_suggestions()
      throws Exception {
    ObjectNode body = request();
    ((ObjectNode) body.path("recipe")).put("version", "7").remove("recipe_id");
    JsonNode told = json(post("/api/recipes/validate", body), 200);
    assertThat(told.path("valid").asBoolean()).isFalse();
    assertThat(told.path("errors").size()).isGreaterThanOrEqualTo(2);
    assertThat(post("/api/runs", body).statusCode()).isEqualTo(400);

    ObjectNode misspelt = request();
    String recipe = misspelt.path("recipe").toString().replace("\"paid\"", "\"payd\"");
    misspelt.set("recipe", JSON.readTree(recipe));
    JsonNode checked = json(post("/api/recipes/validate-schema", misspelt), 200);
    assertThat(checked.path("valid").asBoolean()).isFalse();
    assertThat(checked.path("errors").toString()).contains("did you mean paid?");
    assertThat(json(post("/api/recipes/validate-schema", request()), 200).path("valid").asBoolean())
        .isTrue();
  }

  @Test
  void a_source_gets_a_name_a_preview_and_a_key() throws Exception {
    ObjectNode body = JSON.createObjectNode();
    body.put("alias", "invoices").put("uri", "payments/invoices.csv");
    json(post("/api/sources", body), 201);
    assertThat(json(get("/api/sources"), 200).path("items").get(0).path("alias").asText())
        .isEqualTo("invoices");
    JsonNode look = json(get("/api/sources/invoices/preview?limit=3"), 200);
    assertThat(look.path("rows")).hasSize(3);
    assertThat(look.path("columns").get(0).path("name").asText()).isEqualTo("invoice_id");
    JsonNode key = json(get("/api/sources/invoices/primary-key"), 200);
    assertThat(key.path("detected_keys").get(0).asText()).isEqualTo("invoice_id");
    assertThat(get("/api/sources/none/preview").statusCode()).isEqualTo(404);

    ObjectNode scope = JSON.createObjectNode().put("limit", 2);
    scope.putArray("columns").add("invoice_id");
    scope.putArray("filters").addObject().put("column", "amount").put("op", "gt").put("value", 0);
    JsonNode found = json(post("/api/sources/invoices/load-scoped", scope), 200);
    assertThat(found.path("rows")).hasSize(2);
    assertThat(found.path("rows").get(0)).hasSize(1);
    assertThat(found.path("scope_rows").asLong()).isGreaterThan(2);
    assertThat(found.path("complete").asBoolean()).isTrue();
    scope.put("limit", 1001);
    assertThat(post("/api/sources/invoices/load-scoped", scope).statusCode()).isEqualTo(400);
    assertThat(post("/api/sources/none/load-scoped", scope.put("limit", 1)).statusCode())
        .isEqualTo(404);
  }

  @Test
  @Tag("X3")
  void files_outside_the_daemons_folder_and_metadata_addresses_are_refused() throws Exception {
    ObjectNode body = JSON.createObjectNode();
    for (String uri :
        new String[] {
          "/etc/passwd",
          "file:///etc/hostname.csv",
          "../../../etc/passwd.csv",
          "postgres://u@169.254.169.254/db?table=t",
          "postgres://metadata.google.internal/db?table=t"
        }) {
      body.put("alias", "evil").put("uri", uri);
      int status = post("/api/sources", body).statusCode();
      if (uri.contains("169.254")) {
        // A number is judged when the connection is made.
        status = get("/api/sources/evil/preview").statusCode();
      }
      assertThat(status).as(uri).isIn(400, 403, 404, 422);
    }
  }

  @Test
  void recipes_are_kept_without_passwords() throws Exception {
    json(post("/api/recipes", request()), 201);
    assertThat(json(get("/api/recipes/invoices-payments"), 200).at("/recipe/recipe_id").asText())
        .isEqualTo("invoices-payments");
    ObjectNode secret = request();
    ((ObjectNode) secret.at("/recipe/sources/left"))
        .put("uri", "postgres://u:hunter2@db/x?table=t");
    assertThat(post("/api/recipes", secret).statusCode()).isEqualTo(400);
  }

  private ObjectNode request() throws IOException {
    ObjectNode body = JSON.createObjectNode();
    body.set("recipe", JSON.readTree(folder.resolve("payments/recipe.json").toFile()));
    body.put("folder", folder.resolve("payments").toString());
    return body;
  }

  private static JsonNode json(HttpResponse<byte[]> answer, int status) throws IOException {
    assertThat(answer.statusCode())
        .as(new String(answer.body(), StandardCharsets.UTF_8))
        .isEqualTo(status);
    return JSON.readTree(answer.body());
  }

  private HttpResponse<byte[]> get(String path) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(url + path)).GET());
  }

  private HttpResponse<byte[]> post(String path, ObjectNode body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url + path))
            .POST(BodyPublishers.ofString(body.toString())));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
    return client.send(
        request.header("content-type", "application/json").timeout(Duration.ofMinutes(1)).build(),
        BodyHandlers.ofByteArray());
  }
}
