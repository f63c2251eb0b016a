package dev.tidemill.sources.opensearch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidemill.sources.SourceUri;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Stands before an OpenSearch node and understands only what Elasticsearch understands, by its
 * published API: points in time and their order have other names there.
 */
final class ElasticsearchWords implements AutoCloseable {
  private final SourceUri node;
  private final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  ElasticsearchWords(SourceUri node) throws IOException {
    this.node = node;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  SourceUri uri(String index) {
    return SourceUri.of(
        "elasticsearch://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), index));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().toString();
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      boolean pointInTime = exchange.getRequestURI().getPath().endsWith("/_pit");
      if (path.contains("point_in_time")
          || body.contains("pit_id")
          || body.contains("\"_id\":\"asc\"")) {
        answer(exchange, 400, "{\"error\":{\"type\":\"illegal_argument_exception\"}}");
        return;
      }
      if (pointInTime) {
        path = path.replace("/_pit", "/_search/point_in_time");
        if (!body.isEmpty()) {
          String id = OpenSearchHttp.JSON.readTree(body).path("id").asText();
          body = "{\"pit_id\":[\"%s\"]}".formatted(id);
        }
      } else if (body.contains("_shard_doc")) {
        ObjectNode search = (ObjectNode) OpenSearchHttp.JSON.readTree(body);
        ArrayNode sort = search.putArray("sort");
        sort.addObject().put("_index", "asc");
        sort.addObject().put("_id", "asc");
        body = search.toString();
      }
      forward(exchange, path, body, pointInTime);
    }
  }

  private void forward(HttpExchange exchange, String path, String body, boolean pointInTime)
      throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(node.port(), path)))
            .header("content-type", "application/json")
            .timeout(Duration.ofMinutes(1))
            .method(
                exchange.getRequestMethod(),
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      String text = answer.body();
      if (pointInTime && exchange.getRequestMethod().equals("POST") && answer.statusCode() == 200) {
        String id = OpenSearchHttp.JSON.readTree(text).path("pit_id").asText();
        text = "{\"id\":\"%s\"}".formatted(id);
      }
      answer(exchange, answer.statusCode(), text);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    client.close();
  }
}
