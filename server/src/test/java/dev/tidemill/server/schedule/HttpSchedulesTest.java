package dev.tidemill.server.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.jobs.store.TestStores;
import dev.tidemill.schedule.ScheduleError;
import dev.tidemill.schedule.ScheduleStore;
import dev.tidemill.schedule.Schedules;
import dev.tidemill.schedule.SchedulesContract;
import dev.tidemill.schedule.http.HttpSchedules;
import dev.tidemill.server.ServerError;
import dev.tidemill.server.access.WorkerTokenAccess;
import dev.tidemill.server.http.HttpService;
import dev.tidemill.server.http.HttpSettings;
import dev.tidemill.server.route.RouteTable;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules over HTTP are the same as on the database behind it. */
class HttpSchedulesTest extends SchedulesContract {
  private static final ErrorCatalog CODES =
      ErrorCatalog.of(
          List.of(CoreError.class, JobsError.class, ScheduleError.class, ServerError.class));

  private final HttpService server = server();
  private final String url = "http://localhost:" + server.port();
  private final HttpSchedules http =
      new HttpSchedules(ServerAddress.parse(url, null), CODES, CallLimits.DEFAULT);

  HttpSchedulesTest() {
    super(new ScheduleStore(TestStores::sqlite));
  }

  @Override
  protected Schedules schedules() {
    return http;
  }

  @AfterEach
  void stop() {
    http.close();
    server.stop();
  }

  @Test
  void the_shortest_request_gets_the_defaults() throws Exception {
    String made = send("{\"name\":\"s\",\"every\":\"5m\",\"run\":{\"type\":\"noop\"}}");
    assertThat(made)
        .contains("\"change\":\"created\"")
        .contains("\"misfire\":\"once\"")
        .contains("\"overlap\":\"skip\"")
        .contains("\"zone\":\"UTC\"")
        .contains("\"status\":\"active\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"s\",\"run\":{\"type\":\"noop\"}}",
        "{\"name\":\"s\",\"every\":\"5m\",\"cron\":\"* * * * *\",\"run\":{\"type\":\"noop\"}}",
        "{\"name\":\"s\",\"every\":\"soon\",\"run\":{\"type\":\"noop\"}}",
        "{\"name\":\"s\",\"every\":\"10ms\",\"run\":{\"type\":\"noop\"}}",
        "{\"name\":\"s\",\"cron\":\"99 * * * *\",\"run\":{\"type\":\"noop\"}}",
        "{\"name\":\"s\",\"every\":\"5m\",\"zone\":\"Mars/Olympus\",\"run\":{\"type\":\"noop\"}}",
        "{\"name\":\"s\",\"every\":\"5m\",\"overlap\":\"maybe\",\"run\":{\"type\":\"noop\"}}",
        "{\"name\":\"s\",\"every\":\"5m\",\"evry\":\"5m\",\"run\":{\"type\":\"noop\"}}",
        "{\"name\":\"../s\",\"every\":\"5m\",\"run\":{\"type\":\"noop\"}}",
        "{\"name\":\"s\",\"every\":\"5m\",\"run\":{\"type\":\"noop\",\"idempotency_key\":\"k\"}}",
        "{\"name\":\"s\",\"every\":\"5m\"}",
      })
  void what_makes_no_sense_is_the_callers_fault_and_names_the_field(String body) throws Exception {
    assertThat(send(body)).contains("\"field\":\"").doesNotContain("INTERNAL");
    assertThat(store.sql.count("schedules")).isZero();
  }

  private String send(String body) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(url + "/api/schedules"))
                  .header("content-type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofString())
          .body();
    }
  }

  private HttpService server() {
    HttpSettings settings = HttpSettings.on(HttpSettings.LOOPBACK, 0);
    var table = new RouteTable().add(new ScheduleRoutes(store.schedules).routes());
    var service =
        new HttpService(
            settings, table, WorkerTokenAccess.of(settings, null, null), new SystemTime());
    service.start();
    return service;
  }
}
