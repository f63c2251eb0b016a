package dev.tidemill.server.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a server with Prometheus' API says. */
record Told(int status, JsonNode body) {
  private static final JsonMapper JSON = new JsonMapper();

  /** Somebody to ask. */
  record Asked(String url, HttpClient client) {

    /**
     * @param form names and values in turns
     */
    Told post(String path, String... form) throws IOException, InterruptedException {
      var request =
          request(path)
              .header("content-type", "application/x-www-form-urlencoded")
              .POST(BodyPublishers.ofString(encoded(form)));
      return told(request);
    }

    Told get(String path, String... query) throws IOException, InterruptedException {
      return told(request(path + "?" + encoded(query)).GET());
    }

    int write(byte[] body) throws IOException, InterruptedException {
      var request =
          request("/api/v1/write")
              .header("content-type", "application/x-protobuf")
              .header("content-encoding", "snappy")
              .POST(BodyPublishers.ofByteArray(body));
      return client.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private HttpRequest.Builder request(String path) {
      return HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofMinutes(1));
    }

    private Told told(HttpRequest.Builder request) throws IOException, InterruptedException {
      var heard = client.send(request.build(), BodyHandlers.ofString());
      return new Told(heard.statusCode(), JSON.readTree(heard.body()));
    }
  }

  private static String encoded(String... pairs) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < pairs.length; i += 2) {
      all.add(URLEncoder.encode(pairs[i], UTF_8) + "=" + URLEncoder.encode(pairs[i + 1], UTF_8));
    }
    return String.join("&", all);
  }

  boolean failed() {
    return status != 200;
  }

  /** Says nothing: no series, no values. */
  boolean isEmpty() {
    return body.at("/data/result").isEmpty();
  }

  String error() {
    return status + " " + body.path("errorType").asText();
  }
}
