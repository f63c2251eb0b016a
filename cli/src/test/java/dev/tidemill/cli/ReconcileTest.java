package dev.tidemill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.testkit.PostgresDatabase;
import dev.tidemill.testkit.RepositoryRoot;
import dev.tidemill.testkit.Servers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemill reconcile}, as a person calls it: no server, no settings. */
@Tag("R12")
class ReconcileTest {
  private static final JsonMapper JSON = new JsonMapper();

  private final Path folder;
  private final Terminal terminal;

  ReconcileTest(@TempDir Path folder) {
    this.folder = folder;
    this.terminal = new Terminal(folder, Map.of());
  }

  @Test
  void the_example_of_the_readme_runs_on_nothing() throws Exception {
    var said = terminal.run("reconcile", example().toString());
    assertThat(said.exit()).as(said.err()).isZero();
    assertThat(said.out())
        .contains("split payment", "left over", "Match rate 73.7 %")
        .contains("Evidence", "run_1");
    assertThat(files(folder.resolve(".tidemill/runs/run_1")))
        .containsExactlyInAnyOrder(
            "matched.parquet",
            "unmatched_left.parquet",
            "unmatched_right.parquet",
            "metadata.json");
    assertThat(folder.resolve(".tidemill/tmp")).isEmptyDirectory();
  }

  @Test
  void json_has_the_numbers_and_the_folder_that_was_asked_for() throws Exception {
    JsonNode run = reconcile(example(), "--out", "evidence");
    assertThat(run.path("run_id").asText()).isEqualTo("run_1");
    assertThat(run.path("status").asText()).isEqualTo("completed");
    assertThat(run.path("left_rows").asLong()).isEqualTo(19);
    assertThat(run.path("right_rows").asLong()).isEqualTo(20);
    assertThat(run.path("matched").asLong()).isEqualTo(12);
    assertThat(run.path("matched_left").asLong() + run.path("unmatched_left").asLong())
        .isEqualTo(19);
    assertThat(run.path("matched_right").asLong() + run.path("unmatched_right").asLong())
        .isEqualTo(20);
    assertThat(run.path("rules").get(2).path("name").asText()).isEqualTo("split payment");
    assertThat(run.path("rules").get(2).path("matched_right").asLong()).isEqualTo(3);
    assertThat(Path.of(run.path("evidence").asText()).getFileName()).hasToString("evidence");
    assertThat(files(folder.resolve("evidence"))).hasSize(4);
    JsonNode metadata = JSON.readTree(folder.resolve("evidence/metadata.json").toFile());
    assertThat(metadata.path("run_id").asText()).isEqualTo("run_1");
    assertThat(metadata.path("status").asText()).isEqualTo("completed");
  }

  @Test
  void a_recipe_with_faults_tells_all_of_them_and_nothing_is_done() throws Exception {
    Path recipe = folder.resolve("bad.json");
    Files.writeString(
        recipe,
        """
        {"version": "1.0", "recipe_id": "", "sources": {
          "left": {"alias": "a", "uri": "a.csv"}, "right": {"alias": "b", "uri": "b.csv"}},
         "match_rules": [{"name": "r", "pattern": "1:1", "conditions": [
           {"left": "x", "right": "y", "op": "tolerence", "threshold": 1}]}]}
        """);
    var said = terminal.run("reconcile", recipe.toString());
    assertThat(said.exit()).isEqualTo(2);
    assertThat(said.err())
        .contains("/recipe_id", "/match_rules/0/conditions/0/op", "did you mean tolerance?");
    assertThat(terminal.run("runs", "list").out()).doesNotContain("run_1");
  }

  @Test
  void a_misspelt_column_fails_the_run_and_says_which_was_meant() throws Exception {
    Path recipe = copy();
    Files.writeString(recipe, Files.readString(recipe).replace("\"paid\"", "\"payd\""));
    var said = terminal.run("reconcile", recipe.toString());
    assertThat(said.exit()).isEqualTo(1);
    assertThat(said.err()).contains("payd", "RECIPE_MISFIT");
    assertThat(folder.resolve(".tidemill/runs")).doesNotExist();
  }

  @Test
  @Tag("R13")
  void a_broken_line_is_named() throws Exception {
    Path recipe = copy();
    Path csv = recipe.resolveSibling("payments.csv");
    Files.writeString(csv, Files.readString(csv) + "one,two\n");
    var said = terminal.run("reconcile", recipe.toString());
    assertThat(said.exit()).isEqualTo(1);
    assertThat(said.err()).contains("payments.csv", "line 2");
  }

  @Test
  void missing_files_and_recipes_are_told_before_anything_is_submitted() throws Exception {
    assertThat(terminal.run("reconcile", "none.json").err()).contains("none.json", "next:");
    Path recipe = copy();
    Files.delete(recipe.resolveSibling("payments.csv"));
    var said = terminal.run("reconcile", recipe.toString());
    assertThat(said.exit()).isEqualTo(3);
    assertThat(said.err()).contains("/sources/right/uri", "payments.csv");
  }

  @Test
  @Tag("R5")
  @Tag("R6")
  @Tag("X2")
  void a_table_of_a_database_is_staged_and_its_password_is_seen_nowhere() throws Exception {
    try (PostgresDatabase database = Servers.newPostgresDatabase()) {
      payments(database);
      Path recipe = copy();
      String address =
          database.url().replaceFirst("^[a-z]+://([^@/:]*)@?", "postgres://$1:hunter2secret@");
      Files.writeString(
          recipe,
          Files.readString(recipe)
              .replace("\"payments.csv\"", "\"" + address + "?table=payments\""));
      JsonNode run = reconcile(recipe);
      assertThat(run.path("matched").asLong()).isEqualTo(12);
      assertThat(run.path("right_rows").asLong()).isEqualTo(20);
      assertThat(terminal.run("runs", "get", "run_1", "-o", "json").out())
          .doesNotContain("hunter2secret");
      assertThat(terminal.run("jobs", "get", "job_1", "-o", "json").out())
          .contains("sealed:")
          .doesNotContain("hunter2secret");
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.filter(Files::isRegularFile).toList()) {
          if (!file.equals(recipe)) {
            assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .as(file.toString())
                .doesNotContain("hunter2secret");
          }
        }
      }
    }
  }

  private void payments(PostgresDatabase database) throws Exception {
    try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
        Statement statement = connection.createStatement()) {
      var lines = Files.readAllLines(example().resolveSibling("payments.csv"));
      var columns = lines.getFirst().split(",", -1);
      var types = new StringBuilder();
      for (String column : columns) {
        types.append(types.isEmpty() ? "" : ", ").append(column);
        types.append(
            switch (column) {
              case "paid" -> " numeric(12, 2)";
              case "paid_on", "booked_on", "date" -> " date";
              default -> " text";
            });
      }
      statement.execute("CREATE TABLE payments (%s)".formatted(types));
      for (String line : lines.subList(1, lines.size())) {
        var values = new StringBuilder();
        for (String field : line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)) {
          String value = field.replace("\"", "");
          values.append(values.isEmpty() ? "" : ", ");
          values.append(value.isEmpty() ? "NULL" : "'" + value.replace("'", "''") + "'");
        }
        statement.execute("INSERT INTO payments VALUES (%s)".formatted(values));
      }
    }
  }

  private JsonNode reconcile(Path recipe, String... more) throws IOException {
    var args =
        Stream.concat(Stream.of("reconcile", recipe.toString(), "-o", "json"), Stream.of(more))
            .toArray(String[]::new);
    var said = terminal.run(args);
    assertThat(said.exit()).as(said.err()).isZero();
    return JSON.readTree(said.out());
  }

  private static Path example() {
    return RepositoryRoot.path().resolve("examples/payments/recipe.json");
  }

  private Path copy() throws IOException {
    Path to = Files.createDirectories(folder.resolve("payments"));
    for (String name : new String[] {"recipe.json", "invoices.csv", "payments.csv"}) {
      Files.copy(example().resolveSibling(name), to.resolve(name));
    }
    return to.resolve("recipe.json");
  }

  private static List<String> files(Path in) throws IOException {
    try (Stream<Path> all = Files.list(in)) {
      return all.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }
}
