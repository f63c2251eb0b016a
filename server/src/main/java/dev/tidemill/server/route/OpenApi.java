package dev.tidemill.server.route;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** The OpenAPI document of a table of routes. */
public final class OpenApi {
  private static final JsonMapper JSON = new JsonMapper();

  private static final String PROBLEM =
      """
      {"type":"object","required":["code","message"],"properties":{"code":{"type":"string"},\
      "message":{"type":"string"},"field":{"type":["string","null"]},\
      "cause":{"type":["string","null"]},"next":{"type":["string","null"]}}}""";

  private OpenApi() {}

  public static ObjectNode document(RouteTable table, String version) {
    ObjectNode document = JSON.createObjectNode().put("openapi", "3.1.0");
    document.putObject("info").put("title", "Tidemill").put("version", version);
    ObjectNode paths = document.putObject("paths");
    for (Route route : table.routes()) {
      paths
          .withObjectProperty(route.path().text())
          .set(route.method().name().toLowerCase(Locale.ROOT), operation(route));
    }
    return document;
  }

  private static ObjectNode operation(Route route) {
    ObjectNode operation =
        JSON.createObjectNode()
            .put("summary", route.summary())
            .put("x-role", route.role().name().toLowerCase(Locale.ROOT));
    for (String name : route.path().parameters()) {
      ObjectNode parameter = operation.withArray("parameters").addObject();
      parameter.put("name", name).put("in", "path").put("required", true);
      parameter.putObject("schema").put("type", "string");
    }
    for (Route.Parameter query : route.parameters()) {
      if (query.name().equals(Route.OTHERS)) {
        continue;
      }
      ObjectNode parameter = operation.withArray("parameters").addObject();
      parameter.put("name", query.name()).put("in", "query").put("description", query.about());
      parameter.putObject("schema").put("type", "string");
    }
    if (route.requestSchema() != null) {
      ObjectNode body = operation.putObject("requestBody").put("required", true);
      body.set("content", content(route.requestSchema()));
    }
    ObjectNode answers = operation.putObject("responses");
    ObjectNode problem = answers.putObject("default").put("description", "a problem");
    problem.set("content", content(PROBLEM));
    ObjectNode answer = answers.putObject("200");
    answer.put("description", "ok").set("content", content(route.responseSchema()));
    return operation;
  }

  private static JsonNode content(String schema) {
    try {
      ObjectNode content = JSON.createObjectNode();
      content.putObject("application/json").set("schema", JSON.readTree(schema));
      return content;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a route's schema is not JSON: " + schema, e);
    }
  }
}
