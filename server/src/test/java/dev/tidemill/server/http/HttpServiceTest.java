package dev.tidemill.server.http;

import static dev.tidemill.server.http.TestServer.get;
import static dev.tidemill.server.http.TestServer.post;
import static dev.tidemill.server.http.TestServer.saying;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.service.Service;
import dev.tidemill.core.service.ServiceContract;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.server.ServerError;
import dev.tidemill.server.access.WorkerTokenAccess;
import dev.tidemill.server.http.RawConnection.Heard;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.RouteTable;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("X1")
class HttpServiceTest extends ServiceContract {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Override
  protected Service newService() {
    HttpSettings settings = TestServer.settings();
    return new HttpService(
        settings,
        new RouteTable().add(List.of(get("/hello").by(saying("hello")))),
        WorkerTokenAccess.of(settings, null, null),
        new SystemTime());
  }

  @Test
  void a_request_gets_its_parts_and_its_answer_over_a_connection_that_stays() throws Exception {
    try (var server =
            TestServer.with(
                post("/things/{thing}")
                    .parameter("colour", "Which")
                    .by(
                        request ->
                            Answer.text(
                                201,
                                "text/plain",
                                "%s %s %s"
                                    .formatted(
                                        request.part("thing"),
                                        request.parameter("colour").orElse("none"),
                                        UTF_8.decode(request.body())))));
        var client = server.connect()) {
      Heard first = client.post("/things/a%20b?colour=light+red", "grüße").hear();
      assertThat(first.status()).isEqualTo(201);
      assertThat(first.body()).isEqualTo("a b light red grüße");
      assertThat(first.headers())
          .containsEntry("content-type", "text/plain")
          .containsEntry("x-content-type-options", "nosniff");
      assertThat(client.post("/things/x", "").hear().body()).isEqualTo("x none ");
    }
  }

  @Test
  void the_head_of_an_answer_can_be_had_alone() throws Exception {
    try (var server = TestServer.with(get("/hello").by(saying("hello")));
        var client = server.connect()) {
      Heard head = client.request("HEAD /hello").hearHead();
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.headers()).containsEntry("content-length", "5");
      assertThat(client.request("GET /hello").hear().body()).isEqualTo("hello");
    }
  }

  @Test
  void a_stream_arrives_piece_by_piece() throws Exception {
    var next = new CountDownLatch(1);
    try (var server =
            TestServer.with(
                get("/stream")
                    .by(
                        request ->
                            Answer.stream(
                                "text/plain",
                                sink -> {
                                  sink.write("one");
                                  assertThat(next.await(1, TimeUnit.MINUTES)).isTrue();
                                  sink.write("two");
                                })));
        var client = server.connect()) {
      client.request("GET /stream");
      assertThat(client.hearHead().headers()).containsEntry("transfer-encoding", "chunked");
      assertThat(client.line()).isEqualTo("3");
      assertThat(client.line()).isEqualTo("one");
      next.countDown();
      assertThat(client.line() + client.line() + client.line()).isEqualTo("3two0");
    }
  }

  @Test
  void a_stream_that_fails_in_the_middle_is_cut_and_not_taken_for_a_whole_one() throws Exception {
    try (var server =
            TestServer.with(
                get("/stream")
                    .by(
                        request ->
                            Answer.stream(
                                "text/plain",
                                sink -> {
                                  sink.write("one");
                                  throw new IllegalStateException("on purpose");
                                })));
        var client = server.connect()) {
      client.request("GET /stream").hearHead();
      assertThat(client.readAll()).isEqualTo("3\r\none\r\n");
    }
  }

  @Test
  void stopping_lets_a_request_under_way_finish_and_takes_no_new_ones() throws Exception {
    var begun = new CountDownLatch(1);
    var finish = new CountDownLatch(1);
    var server =
        TestServer.with(
            get("/slow")
                .by(
                    request -> {
                      begun.countDown();
                      assertThat(finish.await(1, TimeUnit.MINUTES)).isTrue();
                      return Answer.text(200, "text/plain", "done");
                    }));
    int port = server.service.port();
    try (var client = server.connect()) {
      client.request("GET /slow");
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
      Thread stopping = Thread.ofVirtual().start(server::close);
      await().atMost(PATIENCE).until(() -> refuses(port));
      finish.countDown();
      assertThat(client.hear().body()).isEqualTo("done");
      assertThat(stopping.join(PATIENCE)).isTrue();
    }
  }

  @Test
  void stopping_cuts_off_what_takes_too_long_and_interrupts_it() throws Exception {
    var begun = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    var server =
        TestServer.with(
            TestServer.settings().stopTime(Duration.ofMillis(200)),
            new SystemTime(),
            get("/endless")
                .by(
                    request -> {
                      begun.countDown();
                      try {
                        new CountDownLatch(1).await(1, TimeUnit.HOURS);
                      } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                      }
                      return Answer.text(200, "text/plain", "never");
                    }));
    try (var client = server.connect()) {
      client.request("GET /endless");
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
      server.close();
      assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void an_idle_connection_does_not_hold_up_stopping() throws Exception {
    var server =
        TestServer.with(
            TestServer.settings().stopTime(Duration.ofHours(1)),
            new SystemTime(),
            get("/hello").by(saying("hello")));
    try (var silent = server.connect();
        var client = server.connect()) {
      assertThat(client.request("GET /hello").hear().body()).isEqualTo("hello");
      Thread stopping = Thread.ofVirtual().start(server::close);
      assertThat(stopping.join(PATIENCE)).isTrue();
      assertThat(silent.read()).isEqualTo(-1);
    }
  }

  @Test
  void a_port_that_is_taken_is_told_with_what_to_do() {
    try (var server = TestServer.with(get("/hello").by(saying("hello")))) {
      var settings = HttpSettings.on(HttpSettings.LOOPBACK, server.service.port());
      var second =
          new HttpService(
              settings,
              new RouteTable(),
              WorkerTokenAccess.of(settings, null, null),
              new SystemTime());
      assertThatThrownBy(second::start)
          .isInstanceOfSatisfying(
              TidemillException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ServerError.CANNOT_LISTEN);
                assertThat(e.problem().next()).contains("another port");
              });
    }
  }

  private static boolean refuses(int port) throws Exception {
    try (var late = new RawConnection(port)) {
      late.request("GET /slow");
      return late.read() < 0;
    } catch (ConnectException e) {
      return true;
    }
  }
}
