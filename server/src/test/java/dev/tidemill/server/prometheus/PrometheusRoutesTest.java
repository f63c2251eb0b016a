package dev.tidemill.server.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.wire.prometheus.v1.Label;
import dev.tidemill.wire.prometheus.v1.MetricMetadata;
import dev.tidemill.wire.prometheus.v1.Sample;
import dev.tidemill.wire.prometheus.v1.TimeSeries;
import dev.tidemill.wire.prometheus.v1.WriteRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xerial.snappy.Snappy;

@Tag("Q12")
class PrometheusRoutesTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final QueryLimits LIMITS =
      new QueryLimits(
          new QueryBudget.Limits(1_000, 2_000_000_000L, 40_000_000, 10_000_000),
          Duration.ofSeconds(60),
          11_000);

  private final Path folder;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private MetricsServer server;

  PrometheusRoutesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void start() throws Exception {
    server = new MetricsServer(folder, LIMITS);
    var request = WriteRequest.newBuilder();
    for (int i = 0; i < 3; i++) {
      var series =
          TimeSeries.newBuilder()
              .addLabels(label("__name__", "up"))
              .addLabels(label("job", "job" + i))
              .addLabels(label("odd.label", "ö"));
      for (int at = 0; at <= 600; at += 15) {
        series.addSamples(Sample.newBuilder().setTimestamp(at * 1000L).setValue(at * (i + 0.5)));
      }
      request.addTimeseries(series);
    }
    assertThat(write(Snappy.compress(request.build().toByteArray())).statusCode()).isEqualTo(204);
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @Test
  void an_instant_query_gives_the_body_prometheus_gives() throws Exception {
    assertThat(get("/api/v1/query?query=up%7Bjob%3D%22job1%22%7D&time=60").body())
        .isEqualTo(
            "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[{\"metric\":"
                + "{\"__name__\":\"up\",\"job\":\"job1\",\"odd.label\":\"ö\"},\"value\":[60,\"90\"]}]}}");
    assertThat(get("/api/v1/query?query=1%2B1&time=4.5").body())
        .isEqualTo(
            "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[4.500,\"2\"]}}");
    assertThat(get("/api/v1/query?query=%22a%22&time=1970-01-01T00:00:01Z").body())
        .contains("\"resultType\":\"string\",\"result\":[1,\"a\"]");
  }

  @Test
  void a_form_is_as_good_as_an_address() throws Exception {
    String form = "query=sum(up)&start=0&end=60&step=30s&unknown=1";

    assertThat(post("/api/v1/query_range", form).body())
        .isEqualTo(get("/api/v1/query_range?" + form).body())
        .contains("\"values\":[[0,\"0\"],[30,\"135\"],[60,\"270\"]]");
  }

  @Test
  void wrong_parameters_are_told_as_prometheus_tells_them() throws Exception {
    assertError("/api/v1/query?query=(1", 400, "bad_data", "invalid parameter \"query\": 1:");
    assertError("/api/v1/query?query=up&time=x", 400, "bad_data", "to a valid timestamp");
    assertError("/api/v1/query_range?query=up&start=5&end=1&step=1", 400, "bad_data", "before");
    assertError("/api/v1/query_range?query=up&start=0&end=1&step=0", 400, "bad_data", "zero or");
    assertError(
        "/api/v1/query_range?query=up&start=0&end=99999&step=1",
        400,
        "bad_data",
        "exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query"
            + " resolution (?step=XX)");
    assertError("/api/v1/series", 400, "bad_data", "no match[] parameter provided");
    assertError("/api/v1/query?query=up&limit=-1", 400, "bad_data", "limit must be non-negative");
    assertError(
        "/api/v1/query?time=60&query=" + encoded("up + on (x) up"), 422, "execution", "many");
  }

  @Test
  @Tag("Q10")
  void more_than_the_limits_is_an_error_and_the_server_lives() throws Exception {
    String large = encoded("count_over_time(vector(1)[1y:1s])");
    assertError("/api/v1/query?time=60&query=" + large, 422, "execution", "steps");
    assertError(
        "/api/v1/query?time=60&timeout=20ms&query=" + encoded(slow()), 503, "timeout", "timed out");
    assertThat(get("/api/v1/query?query=up&time=60").statusCode()).isEqualTo(200);
  }

  @Test
  @Tag("Q10")
  void a_client_that_leaves_ends_its_query() throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      String head =
          "GET /api/v1/query?time=60&query=%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
              .formatted(encoded(slow()));
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      await().atMost(Duration.ofSeconds(30)).until(() -> server.routes.running() == 1);
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> server.routes.running() == 0);
  }

  @Test
  void limit_cuts_and_says_so() throws Exception {
    JsonNode answer = JSON.readTree(get("/api/v1/query?query=up&time=60&limit=1").body());

    assertThat(answer.at("/data/result")).hasSize(1);
    assertThat(answer.at("/warnings/0").asText()).isEqualTo("results truncated due to limit");
    assertThat(get("/api/v1/query?query=up&time=60&limit=3").body()).doesNotContain("warnings");
  }

  @Test
  void infos_and_lookback_come_through() throws Exception {
    assertThat(get("/api/v1/query?time=60&query=" + encoded("rate(up[1m])")).body())
        .contains("\"infos\":[\"PromQL info: metric might not be a counter");
    assertThat(get("/api/v1/query?query=up&time=610").body()).contains("job1");
    assertThat(get("/api/v1/query?query=up&time=610&lookback_delta=5s").body())
        .contains("\"result\":[]");
  }

  @Test
  void labels_values_and_series_are_listed() throws Exception {
    assertThat(get("/api/v1/labels").body())
        .isEqualTo("{\"status\":\"success\",\"data\":[\"__name__\",\"job\",\"odd.label\"]}");
    assertThat(get("/api/v1/label/job/values").body()).contains("[\"job0\",\"job1\",\"job2\"]");
    assertThat(get("/api/v1/label/U__odd_2e_label/values").body()).contains("[\"ö\"]");
    assertThat(get("/api/v1/label/job/values?match[]=" + encoded("up{job!=\"job1\"}")).body())
        .contains("[\"job0\",\"job2\"]");
    assertThat(post("/api/v1/series", "match[]=up&limit=1").body())
        .contains("\"data\":[{\"__name__\":\"up\",\"job\":\"job0\"", "truncated");
    assertThat(get("/api/v1/labels?start=99999999").body()).contains("\"data\":[]");
  }

  @Test
  void texts_are_formatted_and_parsed() throws Exception {
    assertThat(get("/api/v1/format_query?query=" + encoded("sum(  up )")).body())
        .isEqualTo("{\"status\":\"success\",\"data\":\"sum(up)\"}");
    assertThat(get("/api/v1/parse_query?query=1").body()).contains("\"type\":\"numberLiteral\"");
    assertError("/api/v1/parse_query?query=(", 400, "bad_data", "parse error");
  }

  @Test
  void what_clients_ask_before_they_begin_is_answered() throws Exception {
    assertThat(get("/-/ready").statusCode()).isEqualTo(200);
    assertThat(get("/-/healthy").statusCode()).isEqualTo(200);
    assertThat(JSON.readTree(get("/api/v1/status/buildinfo").body()).at("/data/version").asText())
        .startsWith("3.");
    assertThat(get("/api/v1/metadata").body()).isEqualTo("{\"status\":\"success\",\"data\":{}}");
  }

  @Test
  @Tag("Q3")
  void hostile_writes_are_refused_and_leave_nothing() throws Exception {
    byte[] bomb = Snappy.compress(new byte[60 << 20]);
    byte[] bad =
        WriteRequest.newBuilder()
            .addTimeseries(
                TimeSeries.newBuilder()
                    .addLabels(label("job", "nameless"))
                    .addSamples(Sample.newBuilder().setTimestamp(1)))
            .build()
            .toByteArray();

    assertThat(write(bomb).statusCode()).isEqualTo(400);
    assertThat(write(new byte[] {1, 2, 3}).statusCode()).isEqualTo(400);
    assertThat(write(Snappy.compress(bad)).statusCode()).isEqualTo(400);
    assertThat(post("/api/v1/write", "x=1").statusCode()).isEqualTo(415);
    assertThat(get("/api/v1/label/job/values").body()).doesNotContain("nameless");
  }

  @Test
  @Tag("Q3")
  void text_is_imported() throws Exception {
    HttpResponse<String> told =
        send(
            request("/api/v1/import")
                .POST(BodyPublishers.ofString("temp{room=\"a\"} 21.5 60\n# EOF\n")));

    assertThat(told.body()).contains("\"samples\":1");
    assertThat(get("/api/v1/query?query=temp&time=60").body()).contains("[60,\"21.5\"]");
    assertThat(send(request("/api/v1/import").POST(BodyPublishers.ofString("temp 1"))).body())
        .contains("bad_data", "line 1");
  }

  @Test
  void metadata_that_came_with_samples_is_told() throws Exception {
    var request =
        WriteRequest.newBuilder()
            .addMetadata(
                MetricMetadata.newBuilder()
                    .setType(2)
                    .setMetricFamilyName("temp")
                    .setHelp("How warm."))
            .build();
    assertThat(write(Snappy.compress(request.toByteArray())).statusCode()).isEqualTo(204);
    String text = "# TYPE hum gauge\nhum 1 1\n# EOF\n";
    send(request("/api/v1/import").POST(BodyPublishers.ofString(text)));

    String temp = "\"temp\":[{\"type\":\"gauge\",\"help\":\"How warm.\",\"unit\":\"\"}]";
    String hum = "\"hum\":[{\"type\":\"gauge\",\"help\":\"\",\"unit\":\"\"}]";
    assertThat(get("/api/v1/metadata").body()).contains("{" + hum + "," + temp + "}");
    assertThat(get("/api/v1/metadata?limit=1").body()).contains("{" + hum + "}");
    assertThat(get("/api/v1/metadata?metric=temp").body()).contains("{" + temp + "}");
    assertThat(get("/api/v1/metadata?metric=none").body()).contains("\"data\":{}");
  }

  @Test
  void what_a_query_took_is_told_when_asked_for() throws Exception {
    JsonNode told = JSON.readTree(get("/api/v1/query?query=up&stats=all").body());
    assertThat(told.at("/data/stats/timings/evalTotalTime").isNumber()).isTrue();
    assertThat(told.at("/data/stats/timings/execTotalTime").isNumber()).isTrue();
    assertThat(told.at("/data/stats/samples/totalQueryableSamples").isNumber()).isTrue();
    assertThat(told.at("/data/stats/samples/peakSamples").isNumber()).isTrue();
    assertThat(get("/api/v1/query?query=up").body()).doesNotContain("stats");
  }

  @Test
  void events_end_with_done() throws Exception {
    String body = "{\"q\":\"up\",\"s\":0,\"e\":60,\"step\":30}";
    HttpResponse<String> told =
        send(request("/api/v1/metrics/query").POST(BodyPublishers.ofString(body)));

    assertThat(told.headers().firstValue("content-type")).contains("text/event-stream");
    assertThat(told.body().split("\n\n")).hasSize(5);
    assertThat(told.body())
        .contains("event: result\ndata: {\"type\":\"result\",\"data\":{\"metric\":{")
        .endsWith("event: done\ndata: {\"type\":\"done\",\"data\":{\"status\":\"success\"}}\n\n");
  }

  /** Reads a year of one-second steps: far longer than anybody waits. */
  private static String slow() {
    return "sum_over_time(sum_over_time(vector(1)[40d:1s])[40d:1s])";
  }

  private static Label label(String name, String value) {
    return Label.newBuilder().setName(name).setValue(value).build();
  }

  private void assertError(String path, int status, String type, String message) throws Exception {
    HttpResponse<String> told = get(path);
    JsonNode body = JSON.readTree(told.body());
    assertThat(told.statusCode()).as(told.body()).isEqualTo(status);
    assertThat(body.path("status").asText()).isEqualTo("error");
    assertThat(body.path("errorType").asText()).isEqualTo(type);
    assertThat(body.path("error").asText()).contains(message);
  }

  private HttpResponse<String> write(byte[] body) throws IOException, InterruptedException {
    return send(
        request("/api/v1/write")
            .header("content-type", "application/x-protobuf")
            .header("content-encoding", "snappy")
            .POST(BodyPublishers.ofByteArray(body)));
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  private HttpResponse<String> post(String path, String form)
      throws IOException, InterruptedException {
    return send(request(path).header("content-type", FORM).POST(BodyPublishers.ofString(form)));
  }

  private HttpRequest.Builder request(String path) {
    String address = server.url() + path.replace("[]", "%5B%5D");
    return HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofMinutes(1));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
