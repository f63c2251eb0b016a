package dev.tidemill.sources.bigquery;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidemill.core.time.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A stub of BigQuery's REST API, by its published shapes: tables, query jobs, and the rows of
 * tables. It evaluates no SQL: a query's result is a copy of the table it names, as it is then.
 */
public final class BigQueryStub implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern FROM = Pattern.compile("FROM `p`\\.`d`\\.`((?:[^`\\\\]|\\\\.)+)`");

  /** A table's fields and rows. */
  private record Table(String fields, String constraints, List<String> rows) {}

  private final HttpServer server;
  private final Map<String, Table> tables = new HashMap<>();
  private final Map<String, ObjectNode> jobs = new HashMap<>();
  private final Deque<Integer> failures = new ArrayDeque<>();
  final List<JsonNode> queries = new ArrayList<>();
  final List<String> cancelled = new ArrayList<>();
  int mostRows = 1000;
  int looksUntilDone;
  int rowsHeldBack;
  boolean loseAnswerToInsert;
  @Nullable String queryError;

  public BigQueryStub() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/bigquery/v2/projects/p/", this::handle);
    server.start();
  }

  /** A connector that asks here. */
  public BigQueryConnector connector() {
    return new BigQueryConnector(new SystemTime(), endpoint());
  }

  /** The SQL of the last query. */
  public synchronized String lastQuery() {
    return queries.getLast().toString();
  }

  String endpoint() {
    return "http://127.0.0.1:%d/".formatted(server.getAddress().getPort());
  }

  /**
   * @param fields of the schema, as JSON
   */
  public synchronized void table(String name, String fields) {
    tables.put("d/" + name, new Table(fields, "{}", new ArrayList<>()));
  }

  public synchronized void key(String name, String... columns) {
    Table table = table(name);
    String key = "{\"primaryKey\":{\"columns\":[\"%s\"]}}".formatted(String.join("\",\"", columns));
    tables.put("d/" + name, new Table(table.fields, key, table.rows));
  }

  /** Cells as JSON: {@code "1", null}. */
  public synchronized void row(String name, String... cells) {
    table(name).rows.add("{\"f\":[{\"v\":%s}]}".formatted(String.join("},{\"v\":", cells)));
  }

  synchronized void clear(String name) {
    table(name).rows.clear();
  }

  /** As after a day. */
  synchronized void forgetResults() {
    tables.keySet().removeIf(name -> name.startsWith("anon/"));
  }

  /** The next requests are answered with these. */
  synchronized void fail(int... statuses) {
    for (int status : statuses) {
      failures.add(status);
    }
  }

  synchronized int jobs() {
    return jobs.size();
  }

  private Table table(String name) {
    Table table = tables.get("d/" + name);
    if (table == null) {
      throw new IllegalArgumentException(name);
    }
    return table;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path =
          exchange.getRequestURI().getPath().substring("/bigquery/v2/projects/p/".length());
      boolean packed = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
      InputStream in = exchange.getRequestBody();
      byte[] body = (packed ? new GZIPInputStream(in) : in).readAllBytes();
      Answer answer = answer(exchange, path, new String(body, UTF_8));
      if (answer.status == 0) {
        return;
      }
      byte[] text = answer.body.getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.status, text.length);
      exchange.getResponseBody().write(text);
    }
  }

  /**
   * @param status 0 for none
   */
  private record Answer(int status, String body) {
    static Answer error(int status) {
      return new Answer(
          status,
          "{\"error\":{\"code\":%d,\"message\":\"stubbed\",\"errors\":[]}}".formatted(status));
    }
  }

  private synchronized Answer answer(HttpExchange exchange, String path, String body) {
    Integer failure = failures.poll();
    if (failure != null) {
      return Answer.error(failure);
    }
    List<String> parts = List.of(path.split("/", -1));
    if (path.equals("jobs")) {
      return insert(body);
    }
    if (parts.size() == 3 && parts.get(2).equals("cancel")) {
      cancelled.add(parts.get(1));
      return new Answer(200, "{}");
    }
    if (parts.getFirst().equals("jobs")) {
      return look(parts.get(1));
    }
    String name = parts.get(1) + "/" + parts.get(3);
    Table table = tables.get(name);
    if (table == null) {
      return Answer.error(404);
    }
    return parts.size() == 5 ? rows(exchange, table) : shape(table);
  }

  private Answer insert(String body) {
    ObjectNode job = read(body);
    String id = job.path("jobReference").path("jobId").asText();
    if (jobs.containsKey(id)) {
      return Answer.error(409);
    }
    JsonNode query = job.path("configuration").path("query");
    queries.add(query);
    Matcher from = FROM.matcher(query.path("query").asText());
    if (!from.find()) {
      return Answer.error(400);
    }
    Table of = table(from.group(1).replace("\\`", "`").replace("\\\\", "\\"));
    tables.put("anon/" + id, new Table(of.fields, "{}", new ArrayList<>(of.rows)));
    ((ObjectNode) query)
        .putObject("destinationTable")
        .put("projectId", "p")
        .put("datasetId", "anon")
        .put("tableId", id);
    job.put("looks", 0);
    jobs.put(id, job);
    if (loseAnswerToInsert) {
      loseAnswerToInsert = false;
      return new Answer(0, "");
    }
    return look(id);
  }

  private Answer look(String id) {
    ObjectNode job = jobs.get(id);
    if (job == null) {
      return Answer.error(404);
    }
    int looks = job.path("looks").asInt() + 1;
    job.put("looks", looks);
    ObjectNode status = job.putObject("status");
    status.put("state", looks > looksUntilDone ? "DONE" : "RUNNING");
    if (queryError != null) {
      status.putObject("errorResult").put("reason", queryError).put("message", "stubbed");
    }
    return new Answer(200, job.toString());
  }

  private static Answer shape(Table table) {
    return new Answer(
        200,
        "{\"schema\":{\"fields\":[%s]},\"numRows\":\"%d\",\"creationTime\":\"1767225600000\",\"tableConstraints\":%s}"
            .formatted(table.fields, table.rows.size(), table.constraints));
  }

  private Answer rows(HttpExchange exchange, Table table) {
    Map<String, String> query = new HashMap<>();
    for (String pair : exchange.getRequestURI().getQuery().split("&", -1)) {
      String[] halves = pair.split("=", 2);
      query.put(halves[0], halves[1]);
    }
    int from = Integer.parseInt(query.get("startIndex"));
    int most = Math.min(mostRows, Integer.parseInt(query.get("maxResults")));
    int to = Math.min(table.rows.size() - rowsHeldBack, from + most);
    var answer = JSON.createObjectNode();
    answer.put("totalRows", String.valueOf(table.rows.size()));
    ArrayNode rows = answer.putArray("rows");
    for (int i = from; i < to; i++) {
      rows.add(read(table.rows.get(i)));
    }
    return new Answer(200, answer.toString());
  }

  private static ObjectNode read(String text) {
    try {
      return (ObjectNode) JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
