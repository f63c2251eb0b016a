package dev.tidemill.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCode;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.promql.PromqlError;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** Calls to the Prometheus API of a server. */
final class MetricCalls implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final ServerAddress server;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  MetricCalls(ServerAddress server) {
    this.server = server;
  }

  JsonNode form(String path, Map<String, String> form) throws InterruptedException {
    String body =
        form.entrySet().stream()
            .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    return post(path, "application/x-www-form-urlencoded", body.getBytes(UTF_8));
  }

  JsonNode post(String path, String type, byte[] body) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.base() + path))
            .timeout(LIMIT)
            .header("content-type", type)
            .POST(BodyPublishers.ofByteArray(body));
    if (server.token() != null) {
      request.header("authorization", "Bearer " + server.token());
    }
    try {
      HttpResponse<byte[]> told = client.send(request.build(), BodyHandlers.ofByteArray());
      JsonNode answer = Json.read(told.body());
      if (told.statusCode() != 200) {
        throw refused(told.statusCode(), answer);
      }
      return answer;
    } catch (IOException e) {
      throw Problem.of(CoreError.UNAVAILABLE, "the server does not answer: " + server)
          .cause(String.valueOf(e.getMessage()))
          .next("check that it runs; trying again is harmless")
          .exception(e);
    }
  }

  private static TidemillException refused(int status, JsonNode answer) {
    String message = answer.path("error").asText(answer.path("message").asText());
    ErrorCode code =
        switch (status) {
          case 400 -> PromqlError.QUERY_INVALID;
          case 422 -> PromqlError.QUERY_FAILED;
          case 503 -> CoreError.UNAVAILABLE;
          default -> CoreError.INVALID_INPUT;
        };
    return Problem.of(code, message.isEmpty() ? "the server answered " + status : message)
        .exception();
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
