package dev.tidemill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.sources.opensearch.OpenSearchServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Documents of a real OpenSearch node against a CSV file, by the command. */
@Tag("R5")
@Tag("R7")
@Tag("R12")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReconcileOpenSearchTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int DOCUMENTS = 1000;

  private final OpenSearchServer server;
  private final String index;

  ReconcileOpenSearchTest(@TempDir Path node) throws IOException {
    server = new OpenSearchServer(node);
    index =
        server.newIndex(
            2,
            "\"ref\":{\"type\":\"keyword\"},\"cents\":{\"type\":\"long\"},\"at\":{\"type\":\"date\"},"
                + "\"status\":{\"type\":\"keyword\",\"ignore_above\":20},\"note\":{\"type\":\"text\"},"
                + "\"part\":{\"type\":\"float\"}");
  }

  @BeforeAll
  void fill() {
    var lines = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      lines.append("{\"index\":{\"_id\":\"d%d\"}}\n".formatted(i));
      lines.append(
          "{\"ref\":\"R%d\",\"cents\":%d,\"at\":\"2026-01-%02dT12:00:00.500Z\",\"status\":\"%s\",\"note\":\"%s\",\"part\":0.1}\n"
              .formatted(
                  i,
                  i * 100,
                  1 + i % 20,
                  i % 100 == 7 ? "a status that is longer than its index knows" : "open",
                  i % 2 == 0 ? "to be paid" : "paid"));
    }
    server.bulk(index, lines.toString());
  }

  @AfterAll
  void close() {
    server.close();
  }

  @Test
  void an_index_in_slices_is_matched_with_a_file(@TempDir Path folder) throws IOException {
    JsonNode run = reconcile(folder, "");
    assertThat(run.path("left_rows").asLong()).isEqualTo(DOCUMENTS);
    assertThat(run.path("right_rows").asLong()).isEqualTo(DOCUMENTS / 2);
    assertThat(run.path("matched").asLong()).isEqualTo(DOCUMENTS / 2 - 1);
    assertThat(run.path("unmatched_left").asLong()).isEqualTo(DOCUMENTS / 2 + 1);
    assertThat(run.path("unmatched_right").asLong()).isEqualTo(1);
    JsonNode metadata = JSON.readTree(folder.resolve("evidence/metadata.json").toFile());
    assertThat(metadata.at("/left_manifest/parts").asInt()).isEqualTo(4);
    assertThat(metadata.at("/left_manifest/snapshot").asText()).isEqualTo("exported");
  }

  /** Some of them the index answers, some it cannot, and one has its name written otherwise. */
  @Test
  @Tag("R1")
  void filters_of_all_kinds_leave_the_same_documents_whoever_applies_them(@TempDir Path folder)
      throws IOException {
    JsonNode run =
        reconcile(
            folder,
            """
            , "filters": [
              {"column": "note", "op": "eq", "value": "to be paid"},
              {"column": "Status", "op": "eq", "value": "open"},
              {"column": "cents", "op": "gte", "value": 100.0},
              {"column": "cents", "op": "lt", "value": 90000.5},
              {"column": "part", "op": "eq", "value": 0.1},
              {"column": "at", "op": "gt", "value": "2026-01-01T12:00:00"},
              {"column": "at", "op": "neq", "value": "2026-01-03T12:00:00.500"},
              {"column": "ref", "op": "neq", "value": "R40"}]""");
    // Even ones of 2..900 but for every 20th from 2 on (the 3rd), and 40; none of them ends in 07.
    long expected = 450 - 45 - 1;
    assertThat(run.path("left_rows").asLong()).isEqualTo(expected);
  }

  private JsonNode reconcile(Path folder, String filters) throws IOException {
    var rows = new StringBuilder("reference,paid\n");
    for (int i = 0; i < DOCUMENTS; i += 2) {
      rows.append("R%d,%d\n".formatted(i, i == 10 ? -1 : i * 100));
    }
    Files.writeString(folder.resolve("payments.csv"), rows);
    Files.writeString(
        folder.resolve("recipe.json"),
        """
        {"version": "1.1", "recipe_id": "documents", "sources": {
          "left": {"alias": "invoices", "uri": "%s", "primary_key": ["_id"]%s},
          "right": {"alias": "payments", "uri": "payments.csv", "primary_key": ["reference"]}},
         "match_rules": [{"name": "same", "pattern": "1:1", "conditions": [
           {"left": "ref", "right": "reference", "op": "eq"},
           {"left": "cents", "right": "paid", "op": "eq"}]}]}
        """
            .formatted(server.uri(index), filters));
    var terminal =
        new Terminal(
            folder,
            Map.of(
                "TIDEMILL_STAGING_CHUNK_THRESHOLD_ROWS",
                "100",
                "TIDEMILL_STAGING_MAX_PARALLEL_CHUNKS",
                "4"));
    var said = terminal.run("reconcile", "recipe.json", "-o", "json", "--out", "evidence");
    assertThat(said.exit()).as(said.err()).isZero();
    return JSON.readTree(said.out());
  }
}
