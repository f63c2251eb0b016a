package dev.tidemill.reconcile.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.reconcile.recipe.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes {@code metadata.json}, after everything else. */
public record Metadata(
    Recipe recipe,
    Instant startedAt,
    Instant completedAt,
    Summary summary,
    Map<String, Object> more) {
  public static final String FILE = "metadata.json";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  public void write(Path folder) {
    Path near = folder.resolve("." + FILE);
    try {
      Files.writeString(near, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json()));
      Files.move(near, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("metadata of another kind than JSON", e);
    } catch (IOException e) {
      throw Problem.of(CoreError.UNAVAILABLE, "could not write " + folder.resolve(FILE))
          .cause(e.toString())
          .exception(e);
    }
  }

  private Map<String, Object> json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("recipe_id", recipe.id());
    json.put("recipe_hash", recipe.hash());
    json.put("started_at", startedAt.toString());
    json.put("completed_at", completedAt.toString());
    json.put("status", "completed");
    json.put("left_source", recipe.left().alias());
    json.put("right_source", recipe.right().alias());
    json.put("left_record_count", summary.leftRows());
    json.put("right_record_count", summary.rightRows());
    json.put("matched_count", summary.matched());
    json.put("unmatched_left_count", summary.unmatchedLeft());
    json.put("unmatched_right_count", summary.unmatchedRight());
    json.put(
        "files",
        Map.of(
            "matched", recipe.output().matched(),
            "unmatched_left", recipe.output().unmatchedLeft(),
            "unmatched_right", recipe.output().unmatchedRight()));
    json.put("summary", summary.json());
    json.putAll(more);
    return json;
  }
}
