package dev.tidemill.server.http;

import static dev.tidemill.server.http.TestServer.get;
import static dev.tidemill.server.http.TestServer.post;
import static dev.tidemill.server.http.TestServer.saying;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.server.http.RawConnection.Heard;
import dev.tidemill.server.http.RawConnection.Leave;
import dev.tidemill.server.route.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients do that mean ill, or mean nothing. */
@Tag("X1")
@Tag("X3")
class HostileInputTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void a_huge_header_is_refused_and_costs_only_its_connection() throws Exception {
    try (var server = TestServer.with(get("/hello").by(saying("hello")));
        var hostile = server.connect();
        var other = server.connect()) {
      hostile.send("GET /hello HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000) + "\r\n");
      Heard heard = hostile.hear();
      assertThat(heard.status()).isEqualTo(400);
      assertThat(heard.code()).isEqualTo("BAD_REQUEST");
      assertThat(hostile.read()).isEqualTo(-1);
      assertThat(other.request("GET /hello").hear().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"NONSENSE\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"})
  void what_is_not_http_is_refused(String nonsense) throws Exception {
    try (var server = TestServer.with(get("/hello").by(saying("hello")));
        var hostile = server.connect()) {
      Heard heard = hostile.send(nonsense).hear();
      assertThat(heard.status()).isIn(400, 501);
      assertThat(hostile.read()).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/../hello, 400",
    "/./hello, 400",
    "/%2e%2e/hello, 400",
    "/x%2fhello, 400",
    "/x%5chello, 400",
    "/hello%00, 400",
    "/hello%0a, 400",
    "/hello%zz, 400",
    "/hello%c3, 400",
    "/hello%, 400",
    "/hello?x=%zz, 400",
    "//hello, 404",
    "/hello/, 404",
    "/hello//, 404",
    "/HELLO, 404",
    "/, 404",
    "hello, 400",
    "*, 400",
  })
  void a_path_that_means_mischief_is_refused(String path, int status) throws Exception {
    try (var server =
            TestServer.with(
                get("/hello").by(saying("hello")), get("/{any}/hello").by(saying("no")));
        var client = server.connect()) {
      Heard heard = client.request("GET " + path).hear();
      assertThat(heard.status()).isEqualTo(status);
      assertThat(heard.code()).isIn("BAD_REQUEST", "NO_SUCH_PATH");
    }
  }

  @Test
  void another_method_is_told_which_ones_there_are() throws Exception {
    try (var server =
            TestServer.with(get("/things").by(saying("")), post("/things").by(saying("")));
        var client = server.connect()) {
      for (String method : new String[] {"DELETE", "OPTIONS", "TRACE", "BREW"}) {
        Heard heard = client.request(method + " /things").hear();
        assertThat(heard.status()).isEqualTo(405);
        assertThat(heard.headers()).containsEntry("allow", "GET, HEAD, POST");
        assertThat(heard.code()).isEqualTo("METHOD_NOT_ALLOWED");
      }
    }
  }

  @Test
  void an_unknown_parameter_is_refused_with_the_one_probably_meant() throws Exception {
    try (var server =
            TestServer.with(get("/runs").parameter("status", "Which").by(saying("all of them")));
        var client = server.connect()) {
      Heard heard = client.request("GET /runs?stauts=failed").hear();
      assertThat(heard.status()).isEqualTo(400);
      assertThat(heard.json().path("field").asText()).isEqualTo("stauts");
      assertThat(heard.json().path("next").asText()).isEqualTo("did you mean status?");
    }
  }

  @Test
  void a_body_that_is_announced_too_large_is_refused_before_it_is_read() throws Exception {
    try (var server =
            TestServer.with(post("/things").body(new DataSize(1000)).by(saying("taken")));
        var client = server.connect()) {
      client.request("POST /things", "Content-Length: 1001");
      Heard heard = client.hear();
      assertThat(heard.status()).isEqualTo(413);
      assertThat(heard.code()).isEqualTo("BODY_TOO_LARGE");
      assertThat(heard.headers()).containsEntry("connection", "close");
    }
  }

  @Test
  void a_body_that_turns_out_too_large_is_refused_while_it_is_read() throws Exception {
    try (var server =
            TestServer.with(post("/things").body(new DataSize(1000)).by(saying("taken")));
        var client = server.connect()) {
      client.request("POST /things", "Transfer-Encoding: chunked");
      String piece = "100\r\n" + "x".repeat(256) + "\r\n";
      client.send(piece).send(piece).send(piece).send(piece);
      // No end of the body has been sent: the refusal does not wait for it.
      assertThat(client.hear().status()).isEqualTo(413);
    }
  }

  @Test
  void a_client_that_sends_on_still_hears_why_it_was_refused() throws Exception {
    try (var server =
            TestServer.with(post("/things").body(new DataSize(1000)).by(saying("taken")));
        var client = server.connect()) {
      // More than the buffers between the two hold: the client is still sending when it is refused.
      client.post("/things", "x".repeat(7 << 20));
      assertThat(client.hear().status()).isEqualTo(413);
      assertThat(client.read()).isEqualTo(-1);
    }
  }

  @Test
  void a_body_where_none_belongs_is_refused() throws Exception {
    try (var server = TestServer.with(get("/things").by(saying("")))) {
      for (String head :
          new String[] {
            "Content-Length: 5\r\n\r\nhello",
            "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
          }) {
        try (var client = server.connect()) {
          client.send("GET /things HTTP/1.1\r\nHost: localhost\r\n" + head);
          Heard heard = client.hear();
          assertThat(heard.status()).isEqualTo(413);
          assertThat(heard.json().path("message").asText()).isEqualTo("GET /things takes no body");
        }
      }
    }
  }

  @Test
  void a_body_that_comes_too_slowly_is_given_up() throws Exception {
    var time = new SimulatedTime();
    var called = new AtomicInteger();
    try (var server =
            TestServer.with(
                TestServer.settings(),
                time,
                post("/things")
                    .by(
                        request -> {
                          called.incrementAndGet();
                          return Answer.text(200, "text/plain", "");
                        }));
        var client = server.connect()) {
      client.request("POST /things", "Content-Length: 10").send("slow");
      await().atMost(PATIENCE).until(() -> server.service.underWay() == 1);
      // The connection's own timer makes way for the one of the request.
      await().atMost(PATIENCE).until(() -> time.pendingTimers() == 1);
      time.advance(Duration.ofSeconds(60));
      Heard heard = client.hear();
      assertThat(heard.status()).isEqualTo(408);
      assertThat(heard.code()).isEqualTo("REQUEST_TOO_SLOW");
      await().atMost(PATIENCE).until(() -> server.service.underWay() == 0);
      assertThat(called).hasValue(0);
    }
  }

  @Test
  void a_head_that_never_ends_is_given_up_but_a_waiting_request_is_not() throws Exception {
    var time = new SimulatedTime();
    var release = new CountDownLatch(1);
    try (var server =
            TestServer.with(
                TestServer.settings(),
                time,
                get("/wait")
                    .time(Duration.ofHours(1))
                    .by(
                        request -> {
                          assertThat(release.await(1, TimeUnit.MINUTES)).isTrue();
                          return Answer.text(200, "text/plain", "waited");
                        }));
        var dawdling = server.connect();
        var waiting = server.connect()) {
      waiting.request("GET /wait");
      await().atMost(PATIENCE).until(() -> server.service.underWay() == 1);
      dawdling.send("GET /wait HTTP/1.1\r\nX: ");
      await().atMost(PATIENCE).until(() -> time.pendingTimers() == 2);
      time.advance(Duration.ofMinutes(5));
      assertThat(dawdling.read()).isEqualTo(-1);
      release.countDown();
      assertThat(waiting.hear().body()).isEqualTo("waited");
    }
  }

  @Test
  void requests_sent_at_once_are_answered_in_their_order() throws Exception {
    try (var server =
            TestServer.with(
                get("/n/{n}").by(request -> Answer.text(200, "text/plain", request.part("n"))));
        var client = server.connect()) {
      for (int i = 0; i < 50; i++) {
        client.request("GET /n/" + i);
      }
      for (int i = 0; i < 50; i++) {
        assertThat(client.hear().body()).isEqualTo(String.valueOf(i));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Leave.class)
  void a_handler_whose_client_leaves_is_interrupted(Leave how) throws Exception {
    var begun = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    try (var server =
            TestServer.with(
                post("/wait")
                    .time(Duration.ofHours(1))
                    .by(
                        request -> {
                          begun.countDown();
                          try {
                            new CountDownLatch(1).await(1, TimeUnit.HOURS);
                          } catch (InterruptedException e) {
                            interrupted.countDown();
                          }
                          return Answer.text(200, "text/plain", "");
                        }));
        var client = server.connect()) {
      client.post("/wait", "{}");
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
      client.leave(how);
      assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
      await().atMost(PATIENCE).until(() -> server.service.underWay() == 0);
    }
  }

  @Test
  void a_client_that_leaves_in_the_middle_of_its_body_leaves_nothing_behind() throws Exception {
    try (var server = TestServer.with(post("/things").by(saying("")))) {
      for (Leave how : Leave.values()) {
        try (var client = server.connect()) {
          client.request("POST /things", "Content-Length: 10").send("half");
          await().atMost(PATIENCE).until(() -> server.service.underWay() == 1);
          client.leave(how);
          await().atMost(PATIENCE).until(() -> server.service.underWay() == 0);
        }
      }
    }
  }

  @Test
  void a_stream_that_nobody_reads_is_interrupted_when_the_client_leaves() throws Exception {
    var interrupted = new CountDownLatch(1);
    try (var server =
            TestServer.with(
                get("/flood")
                    .by(
                        request ->
                            Answer.stream(
                                "text/plain",
                                sink -> {
                                  try {
                                    while (true) {
                                      sink.write("x".repeat(64 * 1024));
                                    }
                                  } finally {
                                    interrupted.countDown();
                                  }
                                })));
        var client = server.connect()) {
      client.request("GET /flood").hearHead();
      assertThat(client.line()).isEqualTo("10000");
      client.leave(Leave.RST);
      assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void a_client_that_takes_nothing_of_a_stream_is_given_up() throws Exception {
    var ended = new CountDownLatch(1);
    try (var server =
            TestServer.with(
                TestServer.settings().writeTime(Duration.ofMillis(300)),
                new SystemTime(),
                get("/flood")
                    .by(
                        request ->
                            Answer.stream(
                                "text/plain",
                                sink -> {
                                  try {
                                    while (true) {
                                      sink.write("x".repeat(64 * 1024));
                                    }
                                  } finally {
                                    ended.countDown();
                                  }
                                })));
        var client = server.connect()) {
      client.request("GET /flood").hearHead();
      assertThat(ended.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void a_refusal_does_not_wait_for_a_small_body() throws Exception {
    try (var server = TestServer.with(post("/things").by(saying("taken")));
        var client = server.connect()) {
      client.request("POST /things?colour=red", "Content-Length: 10");
      assertThat(client.hear().status()).isEqualTo(400);
    }
  }

  @Test
  void a_handler_that_throws_tells_nothing_of_its_innards() throws Exception {
    try (var server =
            TestServer.with(
                get("/broken")
                    .by(
                        request -> {
                          throw new IOException("password=hunter2");
                        }),
                get("/worse")
                    .by(
                        request -> {
                          throw new StackOverflowError("deep inside");
                        }),
                get("/known")
                    .by(
                        request -> {
                          throw Problem.of(CoreError.CONFLICT, "it is taken")
                              .field("name")
                              .cause("another has it")
                              .next("take another")
                              .exception();
                        }));
        var client = server.connect()) {
      for (String path : new String[] {"/broken", "/worse"}) {
        Heard heard = client.request("GET " + path).hear();
        assertThat(heard.status()).isEqualTo(500);
        assertThat(heard.code()).isEqualTo("INTERNAL_ERROR");
        assertThat(heard.body()).doesNotContain("hunter2", "deep inside", "Exception", "java");
      }
      assertThat(client.request("GET /known").hear())
          .satisfies(
              heard -> {
                assertThat(heard.status()).isEqualTo(409);
                assertThat(heard.body())
                    .isEqualTo(
                        "{\"code\":\"CONFLICT\",\"message\":\"it is taken\",\"field\":\"name\","
                            + "\"cause\":\"another has it\",\"next\":\"take another\"}");
              });
    }
  }

  @Test
  void a_handler_that_ignores_its_limit_does_not_keep_its_client_waiting() throws Exception {
    var time = new SimulatedTime();
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    try (var server =
            TestServer.with(
                TestServer.settings(),
                time,
                get("/deaf")
                    .time(Duration.ofSeconds(5))
                    .by(
                        request -> {
                          begun.countDown();
                          while (release.getCount() > 0) {
                            try {
                              release.await(1, TimeUnit.MINUTES);
                            } catch (InterruptedException e) {
                              // Deaf on purpose.
                            }
                          }
                          return Answer.text(200, "text/plain", "too late");
                        }),
                get("/hello").by(saying("hello")));
        var client = server.connect()) {
      client.request("GET /deaf");
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
      time.advance(Duration.ofSeconds(5));
      Heard heard = client.hear();
      assertThat(heard.status()).isEqualTo(504);
      assertThat(heard.code()).isEqualTo("TIMED_OUT");
      assertThat(client.request("GET /hello").hear().body()).isEqualTo("hello");
      await().atMost(PATIENCE).until(() -> server.service.underWay() == 1);
      release.countDown();
      await().atMost(PATIENCE).until(() -> server.service.underWay() == 0);
      assertThat(client.request("GET /hello").hear().body()).isEqualTo("hello");
    }
  }

  @Test
  void more_requests_than_can_be_borne_are_refused() throws Exception {
    var release = new CountDownLatch(1);
    try (var server =
            TestServer.with(
                TestServer.settings().most(2, 100),
                new SystemTime(),
                get("/wait")
                    .by(
                        request -> {
                          assertThat(release.await(1, TimeUnit.MINUTES)).isTrue();
                          return Answer.text(200, "text/plain", "waited");
                        }));
        var one = server.connect();
        var two = server.connect();
        var three = server.connect()) {
      one.request("GET /wait");
      two.request("GET /wait");
      await().atMost(PATIENCE).until(() -> server.service.underWay() == 2);
      Heard heard = three.request("GET /wait").hear();
      assertThat(heard.status()).isEqualTo(503);
      assertThat(heard.code()).isEqualTo("TOO_BUSY");
      release.countDown();
      assertThat(one.hear().body()).isEqualTo("waited");
      assertThat(two.hear().body()).isEqualTo("waited");
    }
  }

  @Test
  void more_connections_than_can_be_borne_are_closed() throws Exception {
    try (var server =
            TestServer.with(
                TestServer.settings().most(10, 1),
                new SystemTime(),
                get("/hello").by(saying("hello")));
        var one = server.connect()) {
      assertThat(one.request("GET /hello").hear().status()).isEqualTo(200);
      try (var two = server.connect()) {
        assertThat(two.read()).isEqualTo(-1);
      }
      assertThat(one.request("GET /hello").hear().status()).isEqualTo(200);
    }
  }

  @Test
  void a_client_that_asks_before_it_sends_is_told_to_go_on() throws Exception {
    try (var server =
            TestServer.with(post("/things").body(new DataSize(1000)).by(saying("taken")));
        var client = server.connect()) {
      client.request("POST /things", "Content-Length: 2", "Expect: 100-continue");
      assertThat(client.hearHead().status()).isEqualTo(100);
      assertThat(client.send("{}").hear().body()).isEqualTo("taken");
      client.request("POST /things", "Content-Length: 2000", "Expect: 100-continue");
      assertThat(client.hear().status()).isEqualTo(413);
    }
  }
}
