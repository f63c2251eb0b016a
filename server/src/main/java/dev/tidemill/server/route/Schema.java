package dev.tidemill.server.route;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * JSON Schemas in few words: {@code object("id string", "ended_at string?", "type! string")}. A
 * question mark behind the kind allows null, an exclamation mark behind the name requires the
 * field; {@code any} is anything at all.
 */
public final class Schema {
  private static final JsonMapper JSON = new JsonMapper();

  private Schema() {}

  public static String object(String... fields) {
    ObjectNode schema = JSON.createObjectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    for (String field : fields) {
      String[] words = field.split(" ", 2);
      boolean required = words[0].endsWith("!");
      String name = required ? words[0].substring(0, words[0].length() - 1) : words[0];
      if (required) {
        schema.withArray("required").add(name);
      }
      properties.set(name, kind(words[1]));
    }
    return schema.toString();
  }

  /** {@code {items, next}}. */
  public static String listOf(String items) {
    ObjectNode schema = JSON.createObjectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("items").put("type", "array").set("items", parse(items));
    properties.set("next", kind("string?"));
    return schema.toString();
  }

  private static JsonNode kind(String word) {
    ObjectNode schema = JSON.createObjectNode();
    boolean nullable = word.endsWith("?");
    String kind = nullable ? word.substring(0, word.length() - 1) : word;
    if (kind.equals("any")) {
      return schema;
    }
    if (nullable) {
      schema.putArray("type").add(kind).add("null");
      return schema;
    }
    return schema.put("type", kind);
  }

  private static JsonNode parse(String schema) {
    try {
      return JSON.readTree(schema);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + schema, e);
    }
  }
}
