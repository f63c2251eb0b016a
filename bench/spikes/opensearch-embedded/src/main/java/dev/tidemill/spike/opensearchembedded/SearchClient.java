package dev.tidemill.spike.opensearchembedded;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The few calls of the spike with the JDK's client; answers are searched by pattern. */
final class SearchClient {
  private static final int PAGE = 1_000;
  private static final Pattern HIT = Pattern.compile("\"_id\"");
  private static final Pattern SORT = Pattern.compile("\"sort\":\\[(\\d+)");

  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;

  SearchClient(int port) {
    base = "http://127.0.0.1:" + port;
  }

  /** The version of the node. */
  String waitUntilUp() throws Exception {
    call("GET", "/_cluster/health?wait_for_status=yellow&timeout=20s", "");
    return find(call("GET", "/", ""), "\"number\"\\s*:\\s*\"([^\"]+)\"");
  }

  void index(String index, int documents) throws Exception {
    call(
        "PUT",
        "/" + index,
        """
        {"settings":{"number_of_shards":1,"number_of_replicas":0},
         "mappings":{"properties":{"n":{"type":"long"},"region":{"type":"keyword"}}}}
        """);
    for (int from = 0; from < documents; from += PAGE) {
      var lines = new StringBuilder();
      for (int n = from; n < from + PAGE; n++) {
        lines.append("{\"index\":{\"_id\":\"").append(n).append("\"}}\n{\"n\":").append(n);
        lines.append(",\"region\":\"r").append(n % 10).append("\",\"note\":\"order ").append(n);
        lines.append("\"}\n");
      }
      String answer = call("POST", "/" + index + "/_bulk", lines.toString());
      if (!answer.contains("\"errors\":false")) {
        throw new IOException("bulk had errors: " + answer.substring(0, 300));
      }
    }
    call("POST", "/" + index + "/_refresh", "");
  }

  int count(String index, String query) throws Exception {
    String answer = call("POST", "/" + index + "/_search?size=0", query);
    return Integer.parseInt(find(answer, "\"value\":(\\d+)"));
  }

  int pageByPointInTime(String index) throws Exception {
    String opened = call("POST", "/" + index + "/_search/point_in_time?keep_alive=1m", "");
    String id = find(opened, "\"pit_id\":\"([^\"]+)\"");
    int seen = 0;
    String after = "";
    while (true) {
      String page =
          call(
              "POST",
              "/_search",
              """
              {"size":%d,"pit":{"id":"%s","keep_alive":"1m"},"sort":[{"n":"asc"}]%s}
              """
                  .formatted(PAGE, id, after));
      int hits = hits(page);
      if (hits == 0) {
        break;
      }
      seen += hits;
      after = ",\"search_after\":[" + last(SORT, page) + "]";
    }
    call("DELETE", "/_search/point_in_time", "{\"pit_id\":[\"" + id + "\"]}");
    return seen;
  }

  int pageByScroll(String index) throws Exception {
    String page = call("POST", "/" + index + "/_search?scroll=1m&size=" + PAGE, "{}");
    int seen = 0;
    for (int hits; (hits = hits(page)) > 0; seen += hits) {
      String id = find(page, "\"_scroll_id\":\"([^\"]+)\"");
      String next = "{\"scroll\":\"1m\",\"scroll_id\":\"" + id + "\"}";
      page = call("POST", "/_search/scroll", next);
    }
    return seen;
  }

  private String call(String method, String path, String body) throws Exception {
    var publisher =
        body.isEmpty()
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    var request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(Duration.ofSeconds(30))
            .header("content-type", "application/json")
            .method(method, publisher)
            .build();
    var response = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 300) {
      throw new IOException(method + " " + path + ": " + response.body());
    }
    return response.body();
  }

  private static int hits(String page) {
    return (int) HIT.matcher(page).results().count();
  }

  private static String find(String text, String pattern) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      throw new IOException("no " + pattern + " in " + text);
    }
    return matcher.group(1);
  }

  private static String last(Pattern pattern, String text) {
    return pattern.matcher(text).results().reduce((a, b) -> b).orElseThrow().group(1);
  }
}
