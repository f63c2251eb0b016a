package dev.tidemill.spike.trinostart;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Pattern;

/** The statement protocol in its smallest form; answers are searched by pattern. */
record TrinoClient(URI base, HttpClient http) {
  private static final Pattern NEXT = Pattern.compile("\"nextUri\":\"([^\"]+)\"");
  private static final Pattern DATA = Pattern.compile("\"data\":(\\[\\[.*?]])");
  private static final Pattern UPDATED = Pattern.compile("\"updateCount\":(\\d+)");
  private static final Pattern ERROR = Pattern.compile("\"error\":\\{\"message\":\"([^\"]+)\"");

  TrinoClient(String base) {
    this(URI.create(base), HttpClient.newHttpClient());
  }

  /** The first page of rows, or the update count where there is one. */
  String run(String sql) throws Exception {
    String answer =
        send(
            HttpRequest.newBuilder(base.resolve("/v1/statement"))
                .header("X-Trino-User", "spike")
                .POST(HttpRequest.BodyPublishers.ofString(sql)));
    String data = "";
    String updated = "";
    while (true) {
      if (!find(ERROR, answer).isEmpty()) {
        throw new IOException(sql + ": " + find(ERROR, answer));
      }
      data = data.isEmpty() ? find(DATA, answer) : data;
      updated = updated.isEmpty() ? find(UPDATED, answer) : updated;
      String next = find(NEXT, answer);
      if (next.isEmpty()) {
        return updated.isEmpty() ? data : updated;
      }
      answer = send(HttpRequest.newBuilder(URI.create(next)).GET());
    }
  }

  private String send(HttpRequest.Builder request) throws Exception {
    var response =
        http.send(
            request.timeout(Duration.ofSeconds(60)).build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(response.statusCode() + " " + response.body());
    }
    return response.body();
  }

  private static String find(Pattern pattern, String text) {
    var matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }
}
