package dev.tidemill.server.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.server.prometheus.Told.Asked;
import dev.tidemill.testkit.Servers;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same samples and the same questions to a real Prometheus, and the same answers. */
@Tag("Q1")
@Tag("Q12")
class RealPrometheusTest {
  private static final long SEED = 20_261;
  private static final int GENERATED = 250;
  private static final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static MetricsServer server;
  private static Asked ours;
  private static Asked theirs;
  private static String prefix;

  /** In seconds: a whole minute, when the samples begin. */
  private static long start;

  @BeforeAll
  static void feed(@TempDir Path folder) throws Exception {
    server = new MetricsServer(folder, QueryLimits.DEFAULT);
    ours = new Asked(server.url(), client);
    theirs = new Asked(Servers.prometheus(), client);
    long now = new SystemTime().now().getEpochSecond();
    start = (now / 60 - 52) * 60;
    prefix = "t" + Long.toString(now, 36) + "_";
    byte[] samples = new MadeUpSeries(prefix, start * 1000).remoteWrite();
    assertThat(ours.write(samples)).isEqualTo(204);
    assertThat(theirs.write(samples)).isEqualTo(204);
  }

  @AfterAll
  static void stop() {
    server.close();
    client.close();
  }

  @Test
  void questions_of_all_kinds_are_answered_alike() throws Exception {
    HandWritten.leftOut().forEach(why -> System.out.println("not compared: " + why));
    assertThat(different(HandWritten.questions(), 0.9)).isEmpty();
  }

  @Test
  void questions_by_chance_are_answered_alike() throws Exception {
    assertThat(different(new MadeUpQuestions(SEED).some(GENERATED), 0.6)).isEmpty();
  }

  @Test
  void mistakes_are_told_alike() throws Exception {
    for (String question : HandWritten.mistakes()) {
      String text = question.replace("~", prefix);
      Told our = ours.post("/api/v1/query", "query", text, "time", time(30));
      Told their = theirs.post("/api/v1/query", "query", text, "time", time(30));
      assertThat(our.error())
          .as("%s: %s, %s", text, our.body(), their.body())
          .isEqualTo(their.error());
      assertThat(our.failed()).as(text).isTrue();
    }
  }

  @Test
  void wrong_parameters_are_told_alike() throws Exception {
    String[][] all = {
      {"query_range", "query", "1", "start", "5", "end", "1", "step", "1"},
      {"query_range", "query", "1", "start", "0", "end", "1", "step", "0"},
      {"query_range", "query", "1", "start", "0", "end", "1", "step", "-1"},
      {"query_range", "query", "1", "start", "0", "end", "99999", "step", "1"},
      {"query_range", "query", "1", "start", "0", "end", "1"},
      {"query_range", "query", "1", "start", "x", "end", "1", "step", "1"},
      {"query_range", "query", "1", "end", "1", "step", "1"},
      {"query_range", "query", "\"a\"", "start", "0", "end", "1", "step", "1"},
      {"query_range", "query", "up[5m]", "start", "0", "end", "1", "step", "1"},
      {"query", "query", "1", "time", "yesterday"},
      {"query", "query", "1", "timeout", "soon"},
      {"query"},
      {"series"},
      {"series", "match[]", "{"},
      {"series", "match[]", "{}"},
      {"series", "match[]", "rate(up[1m])"},
      {"labels", "match[]", "1 + 1"},
      {"labels", "start", "x"},
    };
    for (String[] one : all) {
      String[] form = List.of(one).subList(1, one.length).toArray(String[]::new);
      Told our = ours.post("/api/v1/" + one[0], form);
      Told their = theirs.post("/api/v1/" + one[0], form);
      assertThat(our.error()).as("%s: %s", List.of(one), their.body()).isEqualTo(their.error());
      assertThat(our.failed()).as(our.body().toString()).isTrue();
    }
  }

  @Test
  void labels_values_and_series_are_listed_alike() throws Exception {
    String all = "{__name__=~\"" + prefix + ".*\"}";
    for (String match : List.of(all, prefix + "load", prefix + "load{zone!=\"a\"}", "none")) {
      String[] query = {"match[]", match, "start", time(0), "end", time(50)};
      List<String> paths = new ArrayList<>(List.of("labels", "series"));
      for (String label : List.of("__name__", "instance", "le", "zone", "missing")) {
        paths.add("label/" + label + "/values");
      }
      for (String path : paths) {
        Told our = ours.get("/api/v1/" + path, query);
        Told their = theirs.get("/api/v1/" + path, query);
        assertThat(listed(our)).as(path + " of " + match).isEqualTo(listed(their));
        assertThat(our.status()).isEqualTo(their.status());
      }
    }
  }

  /** Each at two moments and over time; at least that part of them must say something. */
  private static List<String> different(List<String> questions, double saying) throws Exception {
    var found = new ArrayList<String>();
    int asked = 0;
    int silent = 0;
    for (String question : questions) {
      String text = question.replace("~", prefix);
      boolean ordered = text.startsWith("sort") || text.startsWith("topk");
      List<String[]> ways =
          List.of(
              new String[] {"query", "query", text, "time", time(31)},
              new String[] {"query", "query", text, "time", time(47)},
              new String[] {
                "query_range", "query", text, "start", time(20), "end", time(49), "step", "60"
              });
      for (String[] way : ways) {
        String[] form = List.of(way).subList(1, way.length).toArray(String[]::new);
        Told our = ours.post("/api/v1/" + way[0], form);
        Told their = theirs.post("/api/v1/" + way[0], form);
        asked++;
        silent += our.failed() || our.isEmpty() ? 1 : 0;
        Difference.of(our, their, ordered && way[0].equals("query"))
            .ifPresent(what -> found.add(way[0] + " " + text + "\n    " + what));
      }
    }
    System.out.printf(
        "%d questions, %d answers, %d of them empty%n", questions.size(), asked, silent);
    assertThat((double) silent / asked).isLessThan(1 - saying);
    return found;
  }

  private static Set<String> listed(Told told) {
    var all = new TreeSet<String>();
    for (JsonNode each : told.body().path("data")) {
      var labels = new TreeSet<String>();
      each.properties().forEach(label -> labels.add(label.toString()));
      assertThat(all.add(each.isObject() ? labels.toString() : each.asText())).isTrue();
    }
    return all;
  }

  /** Never where a step of a subquery may be. */
  private static String time(int minutes) {
    return String.valueOf(start + minutes * 60L + 7);
  }
}
