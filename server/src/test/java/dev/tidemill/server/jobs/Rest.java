package dev.tidemill.server.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Somebody with curl. */
final class Rest implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String url;

  /** What came back. */
  record Told(int status, String text) {
    JsonNode json() throws Exception {
      return JSON.readTree(text);
    }

    String at(String pointer) throws Exception {
      return json().at(pointer).asText();
    }
  }

  Rest(String url) {
    this.url = url;
  }

  Told get(String path, String... headers) throws Exception {
    return send(request(path, headers).GET());
  }

  Told post(String path) throws Exception {
    return send(request(path).POST(BodyPublishers.noBody()));
  }

  Told post(String path, String body, String... headers) throws Exception {
    return send(request(path, headers).POST(BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofMinutes(1));
    return headers.length == 0 ? request : request.headers(headers);
  }

  private Told send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    return new Told(answer.statusCode(), answer.body());
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
