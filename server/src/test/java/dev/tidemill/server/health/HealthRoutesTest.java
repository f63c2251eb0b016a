package dev.tidemill.server.health;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Caller;
import dev.tidemill.server.route.Request;
import dev.tidemill.server.route.Role;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("J14")
class HealthRoutesTest {
  private final Meters meters = new Meters(new MetricCatalog());

  @Test
  void ready_only_while_everything_answers_and_asked_anew_each_time() throws Exception {
    var down = new AtomicBoolean();
    var routes =
        routes(
            new LiveCheck("store", () -> {}),
            new LiveCheck(
                "queue",
                () -> {
                  if (down.get()) {
                    throw Problem.of(CoreError.UNAVAILABLE, "nats://secret@host is away")
                        .exception();
                  }
                }));
    assertThat(text(call(routes, "/ready", 200)))
        .isEqualTo("{\"status\":\"ready\",\"checks\":{\"store\":\"ok\",\"queue\":\"ok\"}}");
    down.set(true);
    assertThat(text(call(routes, "/ready", 503)))
        .isEqualTo(
            "{\"status\":\"not_ready\",\"checks\":{\"store\":\"ok\",\"queue\":\"UNAVAILABLE\"}}");
    assertThat(text(call(routes, "/health", 200))).contains("\"status\":\"ok\"");
    down.set(false);
    call(routes, "/ready", 200);
  }

  @Test
  void what_hangs_is_not_ready_and_is_not_asked_twice_at_once() throws Exception {
    var asked = new AtomicInteger();
    var release = new CountDownLatch(1);
    var routes =
        routes(
            new LiveCheck(
                "store",
                () -> {
                  asked.incrementAndGet();
                  assertThat(release.await(1, TimeUnit.MINUTES)).isTrue();
                }));
    assertThat(text(call(routes, "/ready", 503))).contains("no answer within");
    call(routes, "/ready", 503);
    assertThat(asked).hasValue(1);
    release.countDown();
    await().atMost(Duration.ofSeconds(60)).until(() -> status(routes, "/ready") == 200);
  }

  @Test
  void a_broken_process_says_so() throws Exception {
    var routes =
        new HealthRoutes(
            List.of(
                new LiveCheck(
                    "loops",
                    () -> {
                      throw new IllegalStateException("password=hunter2");
                    })),
            List.of(),
            meters);
    assertThat(text(call(routes, "/health", 503)))
        .isEqualTo("{\"status\":\"broken\",\"checks\":{\"loops\":\"failed\"}}");
  }

  @Test
  void metrics_are_told_as_prometheus_reads_them() throws Exception {
    Collector seen =
        () ->
            CounterSnapshot.builder()
                .name("tidemill_seen")
                .dataPoint(CounterDataPointSnapshot.builder().value(3).build())
                .build();
    meters.registry().register(seen);
    Answer.Full metrics = call(routes(), "/metrics", 200);
    assertThat(metrics.contentType()).startsWith("text/plain; version=0.0.4");
    assertThat(text(metrics))
        .contains("# TYPE tidemill_seen_total counter", "tidemill_seen_total 3.0");
  }

  private HealthRoutes routes(LiveCheck... needed) {
    return new HealthRoutes(List.of(), List.of(needed), meters);
  }

  private static int status(HealthRoutes routes, String path) throws Exception {
    return ask(routes, path).status();
  }

  private static Answer.Full call(HealthRoutes routes, String path, int status) throws Exception {
    Answer answer = ask(routes, path);
    assertThat(answer.status()).isEqualTo(status);
    return (Answer.Full) answer;
  }

  private static Answer ask(HealthRoutes routes, String path) throws Exception {
    var request =
        new Request(
            Map.of(),
            Map.of(),
            Map.of(),
            Caller.of(Role.ANYONE, "default"),
            ByteBuffer.allocate(0));
    return routes.routes().stream()
        .filter(route -> route.path().text().equals(path))
        .findFirst()
        .orElseThrow()
        .handler()
        .answer(request);
  }

  private static String text(Answer.Full answer) {
    return UTF_8.decode(answer.body().duplicate()).toString();
  }
}
