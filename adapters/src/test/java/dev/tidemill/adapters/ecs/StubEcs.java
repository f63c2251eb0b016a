package dev.tidemill.adapters.ecs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * STUB, not ECS: answers the few calls the adapter makes, in the service's own protocol (JSON 1.1),
 * from a table in memory. It keeps what the real one is known for: tokens, pages, failures in an
 * answer of 200, no tags on stopped tasks. What it does not know of the real one no test here
 * shows.
 */
final class StubEcs implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PREFIX = "AmazonEC2ContainerServiceV20141113.";

  private final HttpServer http;
  private final Map<String, ObjectNode> tasks = new LinkedHashMap<>();
  private final Map<String, String> tokens = new HashMap<>();
  private final Map<String, Fault> faults = new HashMap<>();
  private final List<String> calls = new ArrayList<>();
  private @Nullable String placementFailure;
  private int pageSize = 100;
  private int hidden;
  private int lost;

  /**
   * @param times how often still; negative for always
   */
  private record Fault(int status, String type, int times) {}

  StubEcs() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::handle);
    http.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  synchronized void fail(String operation, int status, String type, int times) {
    faults.put(operation, new Fault(status, type, times));
  }

  /** RunTask does what it is asked so many times, but its answers are lost. */
  synchronized void loseAnswers(int times) {
    lost = times;
  }

  synchronized void heal() {
    faults.clear();
  }

  /** RunTask answers 200 with this reason; null to place tasks again. */
  synchronized void refusePlacement(@Nullable String reason) {
    placementFailure = reason;
  }

  synchronized void pageSize(int size) {
    pageSize = size;
  }

  /** New tasks are not listed for so many listings. */
  synchronized void hideNewTasks(int listings) {
    hidden = listings;
  }

  synchronized List<String> calls(String operation) {
    return calls.stream().filter(call -> call.startsWith(operation + " ")).toList();
  }

  /** Changes tasks as agents would. */
  synchronized void each(Consumer<ObjectNode> change) {
    tasks.values().forEach(change);
  }

  synchronized int size() {
    return tasks.size();
  }

  static String environment(JsonNode task, String name) {
    for (JsonNode pair : task.at("/overrides/containerOverrides/0/environment")) {
      if (pair.path("name").asText().equals(name)) {
        return pair.path("value").asText();
      }
    }
    return "";
  }

  static void stop(ObjectNode task, String reason) {
    task.put("lastStatus", "STOPPED").put("desiredStatus", "STOPPED").put("stoppedReason", reason);
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    String operation =
        exchange.getRequestHeaders().getFirst("X-Amz-Target").substring(PREFIX.length());
    JsonNode body = JSON.readTree(exchange.getRequestBody());
    calls.add(operation + " " + body);
    Fault fault = faults.get(operation);
    if (fault != null && fault.times() != 0) {
      faults.put(operation, new Fault(fault.status(), fault.type(), fault.times() - 1));
      send(exchange, fault.status(), error(fault.type()));
      return;
    }
    try {
      ObjectNode answer = answer(operation, body);
      if (operation.equals("RunTask") && lost-- > 0) {
        send(exchange, 500, error("ServerException"));
      } else {
        send(exchange, 200, answer);
      }
    } catch (IllegalArgumentException refused) {
      send(exchange, 400, error(refused.getMessage()));
    }
  }

  private ObjectNode answer(String operation, JsonNode body) {
    return switch (operation) {
      case "RunTask" -> run(body);
      case "ListTasks" -> list(body);
      case "DescribeTasks" -> describe(body);
      case "StopTask" -> {
        stop(task(body.path("task").asText()), body.path("reason").asText());
        yield JSON.createObjectNode();
      }
      case "TagResource" -> tag(body, true);
      case "UntagResource" -> tag(body, false);
      case "UpdateTaskProtection" -> protect(body);
      default -> throw new IllegalArgumentException("InvalidAction");
    };
  }

  private ObjectNode run(JsonNode body) {
    String token = body.path("clientToken").asText();
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode started = answer.putArray("tasks");
    ArrayNode failures = answer.putArray("failures");
    if (tokens.containsKey(token)) {
      started.add(task(tokens.get(token)));
    } else if (placementFailure != null) {
      failures.addObject().put("reason", placementFailure).put("detail", "said by the stub");
    } else {
      String arn = "arn:aws:ecs:eu-west-1:1:task/main/%d".formatted(tasks.size() + 1);
      ObjectNode task = JSON.createObjectNode();
      task.put("taskArn", arn)
          .put("lastStatus", "PROVISIONING")
          .put("desiredStatus", "RUNNING")
          .put("startedBy", body.path("startedBy").asText());
      task.set("overrides", body.path("overrides"));
      task.set("tags", body.path("tags"));
      tasks.put(arn, task);
      tokens.put(token, arn);
      started.add(task);
    }
    return answer;
  }

  private ObjectNode list(JsonNode body) {
    List<String> matching = new ArrayList<>();
    if (hidden > 0) {
      hidden--;
    } else {
      for (ObjectNode task : tasks.values()) {
        if (task.path("startedBy").equals(body.path("startedBy"))
            && task.path("desiredStatus").equals(body.path("desiredStatus"))) {
          matching.add(task.path("taskArn").asText());
        }
      }
    }
    int from = body.has("nextToken") ? body.path("nextToken").asInt() : 0;
    int to = Math.min(matching.size(), from + pageSize);
    ObjectNode answer = JSON.createObjectNode();
    matching.subList(from, to).forEach(answer.putArray("taskArns")::add);
    if (to < matching.size()) {
      answer.put("nextToken", Integer.toString(to));
    }
    return answer;
  }

  private ObjectNode describe(JsonNode body) {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode found = answer.putArray("tasks");
    ArrayNode failures = answer.putArray("failures");
    for (JsonNode arn : body.path("tasks")) {
      if (tasks.containsKey(arn.asText())) {
        found.add(task(arn.asText()));
      } else {
        failures.addObject().put("arn", arn.asText()).put("reason", "MISSING");
      }
    }
    return answer;
  }

  private ObjectNode tag(JsonNode body, boolean add) {
    ObjectNode task = task(body.path("resourceArn").asText());
    if (task.path("lastStatus").asText().equals("STOPPED")) {
      throw new IllegalArgumentException("InvalidParameterException");
    }
    ArrayNode tags = (ArrayNode) task.get("tags");
    if (add) {
      body.path("tags").forEach(tags::add);
    } else {
      for (int i = tags.size() - 1; i >= 0; i--) {
        if (tags.get(i).path("key").equals(body.path("tagKeys").get(0))) {
          tags.remove(i);
        }
      }
    }
    return JSON.createObjectNode();
  }

  /** Only tasks of a service can be protected. */
  private ObjectNode protect(JsonNode body) {
    ObjectNode answer = JSON.createObjectNode();
    String task = body.path("tasks").get(0).asText();
    if (task.startsWith("service-")) {
      answer.putArray("protectedTasks").addObject().put("taskArn", task);
    } else {
      answer.putArray("failures").addObject().put("arn", task).put("reason", "TASK_NOT_VALID");
    }
    return answer;
  }

  private ObjectNode task(@Nullable String arn) {
    ObjectNode task = tasks.get(arn);
    if (task == null) {
      throw new IllegalArgumentException("InvalidParameterException");
    }
    return task;
  }

  private static ObjectNode error(@Nullable String type) {
    return JSON.createObjectNode().put("__type", type).put("message", type + " by the stub");
  }

  private static void send(HttpExchange exchange, int status, ObjectNode body) throws IOException {
    byte[] bytes = body.toString().getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.1");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
