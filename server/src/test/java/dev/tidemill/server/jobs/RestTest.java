package dev.tidemill.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.job.JobType;
import dev.tidemill.core.job.Output;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.ClaimRequest;
import dev.tidemill.jobs.ClaimedJob;
import dev.tidemill.jobs.Heartbeat;
import dev.tidemill.jobs.JobLines;
import dev.tidemill.jobs.Settlement;
import dev.tidemill.jobs.WorkerHello;
import dev.tidemill.jobs.WorkerLease;
import dev.tidemill.jobs.store.SqlStoreUnderTest;
import dev.tidemill.jobs.store.TestStores;
import dev.tidemill.server.jobs.Rest.Told;
import dev.tidemill.server.worker.HttpStoreUnderTest;
import dev.tidemill.server.worker.JobsServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The REST API as somebody with curl sees it. */
@Tag("J1")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestTest {
  private final SqlStoreUnderTest sql = TestStores.sqlite(new SimulatedTime());
  private final JobsServer server = JobsServer.start(HttpStoreUnderTest.seams(sql));
  private final Rest rest = new Rest(server.url());

  @BeforeEach
  void emptyTheStore() {
    sql.wipe();
  }

  @AfterAll
  void close() {
    rest.close();
    server.close();
    sql.close();
  }

  @Test
  void a_job_is_submitted_and_found_with_what_it_was_given() throws Exception {
    Told submitted =
        rest.post(
            "/api/jobs",
            """
            {"type": "work", "payload": {"n": 1.10, "who": "Zoë"}, "priority": 5, "key": "k",
             "requires": ["gpu"], "timeout_seconds": 90, "max_attempts": 4, "limits": {"k": 2},
             "deadline_seconds": 0.5, "on_job_failure": "let_finish"}""");
    assertThat(submitted.status()).isEqualTo(201);
    String run = submitted.at("/run_id");
    assertThat(run).matches("run_\\d+");
    assertThat(rest.get("/api/runs/" + run).at("/on_job_failure")).isEqualTo("let_finish");
    JsonNode listed = rest.get("/api/runs/" + run + "/jobs").json().at("/items/0");
    assertThat(listed.has("payload")).isFalse();
    Told job = rest.get("/api/jobs/" + listed.path("id").asText());
    assertThat(job.text()).contains("\"payload\":{\"n\":1.10,\"who\":\"Zoë\"}");
    assertThat(job.at("/max_attempts")).isEqualTo("4");
    assertThat(job.at("/timeout_seconds")).isEqualTo("90");
    assertThat(job.at("/requires/0")).isEqualTo("gpu");
    assertThat(sql.number("SELECT most FROM key_limits")).isEqualTo(2);
  }

  @Test
  @Tag("J13")
  void the_same_request_under_the_same_key_is_answered_with_the_same_run() throws Exception {
    String body = "{\"type\":\"work\",\"count\":3}";
    Told first = rest.post("/api/jobs", body, "Idempotency-Key", "once");
    Told second = rest.post("/api/jobs", body, "Idempotency-Key", "once");
    assertThat(first.status()).isEqualTo(201);
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.at("/run_id")).isEqualTo(first.at("/run_id"));
    assertThat(second.at("/existed")).isEqualTo("true");
    Told other = rest.post("/api/jobs", "{\"type\":\"work\"}", "Idempotency-Key", "once");
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.at("/code")).isEqualTo("IDEMPOTENCY_KEY_REUSED");
  }

  @Test
  void jobs_of_a_list_take_from_the_whole_what_they_do_not_say() throws Exception {
    Told submitted =
        rest.post(
            "/api/jobs",
            """
            {"type": "work", "queue": "stage", "priority": 7, "jobs": [
              {"payload": {"n": 1}}, {"payload": {"n": 2}, "type": "other", "priority": 1}]}""");
    JsonNode jobs = rest.get("/api/runs/" + submitted.at("/run_id") + "/jobs").json().path("items");
    assertThat(jobs).hasSize(2);
    assertThat(jobs.at("/0/type").asText() + jobs.at("/0/priority").asInt()).isEqualTo("work7");
    assertThat(jobs.at("/1/type").asText() + jobs.at("/1/priority").asInt()).isEqualTo("other1");
    assertThat(jobs.at("/1/queue").asText()).isEqualTo("stage");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{                                     | body | the body is not JSON | ",
        "{} trailing                           | body | the body is not JSON | ",
        "[]                                    | body | must be an object | ",
        "{}                                    | type | is missing | ",
        "{\"typ\":\"work\",\"jobs\":[{}]}      | jobs[0].type | is missing | ",
        "{\"type\":\"work\",\"prioriy\":1}     | prioriy | there is no field | did you mean priority?",
        "{\"jobs\":[{\"type\":\"w\",\"x\":1}]} | jobs[0].x | there is no field | ",
        "{\"type\":7}                          | type | must be a text | ",
        "{\"type\":\"Bad Type\"}               | type | lower-case | ",
        "{\"type\":\"work\",\"count\":0}       | count | whole number from 1 | ",
        "{\"type\":\"work\",\"count\":1.5}     | count | whole number from 1 | ",
        "{\"type\":\"work\",\"count\":99999999999999999999} | count | whole number | ",
        "{\"type\":\"work\",\"count\":2,\"jobs\":[]} | count | not both | ",
        "{\"type\":\"work\",\"queue\":\"exce\"} | queue | cannot be 'exce' | did you mean exec?",
        "{\"type\":\"work\",\"delay_seconds\":-1} | delay_seconds | number of seconds | ",
        "{\"type\":\"work\",\"delay_seconds\":1e300} | delay_seconds | number of seconds | ",
        "{\"type\":\"work\",\"requires\":\"gpu\"} | requires | must be a list | ",
        "{\"type\":\"work\",\"limits\":{\"k\":0}} | limits.k | whole number from 1 | ",
        "{\"type\":\"work\",\"type\":\"work\"} | body | the body is not JSON | ",
      })
  void bad_input_is_refused_with_its_field_and_creates_nothing(
      String body, String field, String message, String next) throws Exception {
    Told told = rest.post("/api/jobs", body);
    assertThat(told.status()).isEqualTo(400);
    assertThat(told.at("/code")).isEqualTo("INVALID_INPUT");
    assertThat(told.at("/field")).isEqualTo(field);
    assertThat(told.at("/message")).contains(message);
    if (next != null) {
      assertThat(told.at("/next")).isEqualTo(next);
    }
    assertThat(sql.number("SELECT count(*) FROM runs")).isZero();
  }

  @Test
  void json_too_deep_to_be_meant_well_is_refused() throws Exception {
    Told told = rest.post("/api/jobs", "{\"payload\":" + "[".repeat(100_000));
    assertThat(told.status()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/runs/run_999, 404, NOT_FOUND",
    "/api/runs/run_999/jobs, 404, NOT_FOUND",
    "/api/runs/run_999/events, 404, NOT_FOUND",
    "/api/runs/run_999/outputs, 404, NOT_FOUND",
    "/api/jobs/job_999, 404, NOT_FOUND",
    "/api/jobs/job_999/log, 404, NOT_FOUND",
    "/api/jobs/job_999/attempts, 404, NOT_FOUND",
    "/api/runs/nonsense, 400, INVALID_INPUT",
    "/api/jobs/run_1, 400, INVALID_INPUT",
    "/api/runs?status=broken, 400, INVALID_INPUT",
    "/api/runs?limit=0, 400, INVALID_INPUT",
    "/api/runs?limit=1001, 400, INVALID_INPUT",
    "/api/runs?limit=many, 400, INVALID_INPUT",
    "/api/runs?after=job_1, 400, INVALID_INPUT",
    "/api/workers?all=perhaps, 400, INVALID_INPUT",
    "/api/nothing, 404, NO_SUCH_PATH",
  })
  void what_is_not_there_or_asked_wrongly_is_told(String path, int status, String code)
      throws Exception {
    Told told = rest.get(path);
    assertThat(told.status()).isEqualTo(status);
    assertThat(told.at("/code")).isEqualTo(code);
  }

  @Test
  void a_run_is_cancelled_retried_and_done_again() throws Exception {
    String run = rest.post("/api/jobs", "{\"type\":\"work\"}").at("/run_id");
    assertThat(rest.post("/api/runs/" + run + "/retry").at("/code")).isEqualTo("NOTHING_TO_RETRY");
    assertThat(rest.post("/api/runs/" + run + "/cancel").at("/status")).isEqualTo("cancelled");
    assertThat(rest.post("/api/runs/" + run + "/retry").at("/status")).isEqualTo("pending");
    Told again = rest.post("/api/runs/" + run + "/again");
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.at("/run_id")).isNotEqualTo(run);
    assertThat(rest.post("/api/runs/run_999/cancel").status()).isEqualTo(404);
  }

  @Test
  void a_long_list_is_read_page_by_page() throws Exception {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(rest.post("/api/jobs", "{\"type\":\"work\",\"kind\":\"mine\"}").at("/run_id"));
    }
    rest.post("/api/jobs", "{\"type\":\"work\"}");
    var seen = new ArrayList<String>();
    String after = "";
    for (JsonNode page = page(after); ; page = page(after)) {
      page.path("items").forEach(run -> seen.add(run.path("id").asText()));
      if (page.path("next").isNull()) {
        break;
      }
      after = page.path("next").asText();
    }
    assertThat(seen).isEqualTo(all.reversed());
  }

  private JsonNode page(String after) throws Exception {
    return rest.get("/api/runs?kind=mine&status=pending&limit=2&after=" + after).json();
  }

  @Test
  @Tag("D1")
  void workers_are_listed_and_asked_to_drain() throws Exception {
    WorkerLease worker = worker();
    assertThat(rest.get("/api/workers").at("/items/0/name")).isEqualTo("w 1");
    assertThat(rest.post("/api/workers/w%201/drain").at("/drain_requested")).isEqualTo("true");
    assertThat(sql.leases().heartbeat(worker, Heartbeat.holding(List.of())).drain()).isTrue();
    assertThat(rest.post("/api/workers/w%201/undrain").at("/drain_requested")).isEqualTo("false");
    assertThat(rest.post("/api/workers/nobody/drain").status()).isEqualTo(404);
    rest.post("/api/jobs", "{\"type\":\"work\",\"count\":2}");
    assertThat(rest.get("/api/waiting").at("/items/0/jobs")).isEqualTo("2");
  }

  @Test
  @Tag("U3")
  void what_is_told_has_the_fields_that_the_api_document_names() throws Exception {
    String run =
        rest.post("/api/jobs", "{\"type\":\"work\",\"count\":3,\"on_job_failure\":\"let_finish\"}")
            .at("/run_id");
    WorkerLease worker = worker();
    List<ClaimedJob> jobs =
        sql.leases()
            .claim(worker, new ClaimRequest(Queue.EXEC, 2, Set.of(JobType.of("work")), Set.of()));
    ClaimedJob job = jobs.getFirst();
    sql.leases().log(worker, List.of(new JobLines(job.claim(), List.of("hello"))));
    var output = new Output("part", "part.e1", 1, 2, "sum");
    var problem = Problem.of(CoreError.CONFLICT, "broken on purpose");
    sql.leases()
        .settle(
            worker,
            List.of(
                new Settlement.Completed(job.claim(), List.of(output), List.of(), "{\"rows\":2}"),
                new Settlement.Failed(jobs.get(1).claim(), problem, false, Duration.ZERO)));
    for (String path :
        List.of(
            "/api/runs",
            "/api/runs/{run}",
            "/api/runs/{run}/jobs",
            "/api/runs/{run}/events",
            "/api/runs/{run}/outputs",
            "/api/jobs",
            "/api/jobs/{job}",
            "/api/jobs/{job}/attempts",
            "/api/jobs/{job}/log",
            "/api/workers",
            "/api/waiting")) {
      JsonNode told =
          rest.get(path.replace("{run}", run).replace("{job}", job.id().toString())).json();
      assertThat(fields(told)).as(path).isEqualTo(declared(path, told));
    }
    assertThat(rest.get("/api/jobs/" + job.id()).at("/result/rows")).isEqualTo("2");
    assertThat(rest.get("/api/jobs/" + jobs.get(1).id()).at("/error/code")).isEqualTo("CONFLICT");
  }

  private static Set<String> fields(JsonNode told) {
    assertThat(told.path("items").isArray() && told.path("items").isEmpty()).isFalse();
    var names = new TreeSet<String>();
    (told.has("items") ? told.at("/items/0") : told).fieldNames().forEachRemaining(names::add);
    return names;
  }

  private Set<String> declared(String path, JsonNode told) throws Exception {
    JsonNode schema =
        new JsonMapper()
            .readTree(rest.get("/openapi.json").text())
            .path("paths")
            .path(path)
            .at("/get/responses/200/content/application~1json/schema/properties");
    var names = new TreeSet<String>();
    (told.has("items") ? schema.at("/items/items/properties") : schema)
        .fieldNames()
        .forEachRemaining(names::add);
    if (told.has("items")) {
      names.remove("payload");
    }
    return names;
  }

  private WorkerLease worker() {
    WorkerLease lease =
        sql.leases()
            .register(
                new WorkerHello(
                    "incarnation",
                    "w 1",
                    null,
                    "host",
                    1,
                    "test",
                    10,
                    List.of(),
                    List.of("work"),
                    Duration.ofHours(1)));
    sql.leases().heartbeat(lease, Heartbeat.holding(List.of()));
    return lease;
  }
}
