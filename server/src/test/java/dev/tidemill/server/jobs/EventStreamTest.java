package dev.tidemill.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.RunId;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.JobSpec;
import dev.tidemill.jobs.RunEvent;
import dev.tidemill.jobs.RunSpec;
import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.TestStores;
import dev.tidemill.server.jobs.Rest.Told;
import dev.tidemill.server.worker.HttpStoreUnderTest;
import dev.tidemill.server.worker.JobsServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("U1")
class EventStreamTest {
  private static final String[] LIVE = {"Accept", "text/event-stream"};

  private final SqlStoreUnderTest sql = TestStores.sqlite(new SimulatedTime());
  private final JobsServer server = JobsServer.start(HttpStoreUnderTest.seams(sql));
  private final Rest rest = new Rest(server.url());
  private final RunId run =
      sql.intake().submit(RunSpec.of("test", List.of(JobSpec.of(JobType.of("work"), "{}")))).run();

  @AfterEach
  void close() {
    rest.close();
    server.close();
    sql.close();
  }

  @Test
  void events_come_as_they_happen_and_the_stream_ends_with_the_run() throws Exception {
    var connection =
        URI.create(server.url() + "/api/runs/" + run + "/events").toURL().openConnection();
    connection.setRequestProperty("Accept", "text/event-stream");
    connection.setReadTimeout(60_000);
    try (var lines =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(nextEvent(lines)).isEqualTo("pending");
      sql.intake().cancel(run);
      var rest = new ArrayList<String>();
      for (String event = nextEvent(lines); !event.equals("end"); event = nextEvent(lines)) {
        rest.add(event);
      }
      assertThat(rest).contains("cancelled");
      assertThat(lines.readLine()).as("data of the end").isEqualTo("data: {}");
      assertThat(lines.readLine()).isEmpty();
      assertThat(lines.readLine()).as("after the end").isNull();
    }
  }

  @Test
  void a_client_that_comes_back_gets_what_it_missed_and_nothing_twice() throws Exception {
    sql.intake().cancel(run);
    List<RunEvent> events = sql.intake().events(run, 0, 100);
    long first = events.getFirst().id();
    Told missed =
        rest.get(
            "/api/runs/" + run + "/events",
            "Accept",
            "text/event-stream",
            "Last-Event-ID",
            String.valueOf(first));
    assertThat(missed.text())
        .doesNotContain("id: " + first + "\n")
        .contains("id: " + events.getLast().id() + "\n")
        .endsWith("event: end\ndata: {}\n\n");
    Told all =
        rest.get(
            "/api/runs/" + run + "/events",
            "Accept",
            "text/event-stream",
            "Last-Event-ID",
            String.valueOf(events.getLast().id()));
    assertThat(all.status()).as("do not come back").isEqualTo(204);
  }

  @Test
  void a_stream_of_a_run_that_is_not_there_is_not_begun() throws Exception {
    assertThat(rest.get("/api/runs/run_999/events", LIVE).status()).isEqualTo(404);
  }

  @Test
  void a_stream_does_not_hold_up_the_end_of_the_server() throws Exception {
    var connection =
        URI.create(server.url() + "/api/runs/" + run + "/events").toURL().openConnection();
    connection.setRequestProperty("Accept", "text/event-stream");
    connection.setReadTimeout(60_000);
    try (var lines =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(nextEvent(lines)).isEqualTo("pending");
      Thread stopping = Thread.ofVirtual().start(server::close);
      assertThat(stopping.join(Duration.ofSeconds(60))).isTrue();
    }
  }

  private static String nextEvent(BufferedReader lines) throws Exception {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("event: ")) {
        return line.substring("event: ".length());
      }
    }
    throw new AssertionError("the stream ended");
  }
}
