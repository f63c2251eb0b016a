package dev.tidemill.reconcile.recipe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A recipe as it may be stored: addresses without the passwords that stood in them. */
public final class RecipeText {
  private RecipeText() {}

  /** The same recipe with other addresses. */
  public static String withAddresses(String json, String left, String right) {
    JsonNode recipe = RecipeJson.parse(json);
    set(recipe, Side.LEFT, left);
    set(recipe, Side.RIGHT, right);
    return recipe.toString();
  }

  /** As it is sent to a server, which reads it again. */
  public static JsonNode json(String recipe) {
    return RecipeJson.parse(recipe);
  }

  private static void set(JsonNode recipe, Side side, String address) {
    if (recipe.path("sources").path(side.word()) instanceof ObjectNode source) {
      source.put("uri", address);
    }
  }
}
