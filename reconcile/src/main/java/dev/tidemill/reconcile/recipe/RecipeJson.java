package dev.tidemill.reconcile.recipe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.error.Problem;
import java.util.List;

/** JSON without surprises: numbers exact, no field twice, nothing after the end. */
final class RecipeJson {
  private static final int MOST_LETTERS = 1_000_000;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  private RecipeJson() {}

  static JsonNode parse(String json) {
    if (json.length() > MOST_LETTERS) {
      throw refused("the recipe is longer than %,d characters".formatted(MOST_LETTERS));
    }
    try {
      JsonNode tree = JSON.readTree(json);
      if (!tree.isObject()) {
        throw refused("the recipe is not a JSON object");
      }
      return tree;
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      String where =
          at == null ? "" : " in line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
      throw refused("the recipe is not valid JSON" + where + ": " + e.getOriginalMessage());
    }
  }

  /** Of the canonical form: fields in order of name, no white space. */
  static String hash(JsonNode tree) {
    try {
      return Sha256.hex(JSON.writeValueAsString(JSON.treeToValue(tree, Object.class)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static RecipeException refused(String what) {
    return new RecipeException(List.of(Problem.of(RecipeError.RECIPE_INVALID, what)));
  }
}
