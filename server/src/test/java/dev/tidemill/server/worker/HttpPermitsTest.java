package dev.tidemill.server.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.job.Queue;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.HttpPermits;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.jobs.permit.InProcessPermits;
import dev.tidemill.jobs.permit.Permits;
import dev.tidemill.jobs.permit.PermitsContract;
import dev.tidemill.jobs.permit.Taking;
import dev.tidemill.server.access.WorkerTokenAccess;
import dev.tidemill.server.http.HttpService;
import dev.tidemill.server.http.HttpSettings;
import dev.tidemill.server.route.RouteTable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("J12")
class HttpPermitsTest extends PermitsContract {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SystemTime time = new SystemTime();
  private final Permits kept = new InProcessPermits(time);
  private @Nullable HttpService service;

  @Override
  protected Permits open() {
    return new HttpPermits(
        ServerAddress.parse("http://127.0.0.1:" + service().port(), null),
        JobsServer.CODES,
        CallLimits.DEFAULT,
        time);
  }

  @AfterEach
  void stopTheServer() {
    service().stop();
    kept.close();
  }

  @Test
  void workers_stand_in_line_and_each_gets_a_permit() throws Exception {
    try (Permits other = open()) {
      Taking first = Taking.waiting(permits, Queue.EXEC, LONG);
      Taking second = Taking.waiting(other, Queue.EXEC, LONG);
      await().atMost(PATIENCE).until(() -> service().underWay() == 2);
      kept.ring(Queue.EXEC);
      await().atMost(PATIENCE).until(() -> first.isDone() || second.isDone());
      kept.ring(Queue.EXEC);
      assertThat(first.answer()).isPresent();
      assertThat(second.answer()).isPresent();
    }
  }

  @Test
  void a_worker_that_left_takes_no_permit_along() throws Exception {
    Taking gone = Taking.waiting(permits, Queue.EXEC, LONG);
    await().atMost(PATIENCE).until(() -> service().underWay() == 1);
    permits.wake(Queue.EXEC);
    assertThat(gone.answer()).isEmpty();
    await().atMost(PATIENCE).until(() -> service().underWay() == 0);
    kept.ring(Queue.EXEC);
    assertThat(kept.take(Queue.EXEC, Duration.ZERO)).isPresent();
  }

  @Test
  void a_server_that_is_away_is_used_again_when_it_is_back() throws Exception {
    int port = service().port();
    service().stop();
    assertThatThrownBy(permits::ping)
        .isInstanceOfSatisfying(
            TidemillException.class, e -> assertThat(e.code()).isEqualTo(CoreError.UNAVAILABLE));
    permits.ring(Queue.STAGE);
    await().atMost(PATIENCE).until(() -> permits.counts(Queue.STAGE).dropped() == 1);
    Taking waiting = Taking.waiting(permits, Queue.EXEC, LONG);
    service = start(port);
    kept.ring(Queue.EXEC);
    assertThat(waiting.answer()).isPresent();
  }

  private HttpService service() {
    if (service == null) {
      service = start(0);
    }
    return service;
  }

  private HttpService start(int port) {
    HttpSettings settings =
        HttpSettings.on(HttpSettings.LOOPBACK, port).stopTime(Duration.ofMillis(200));
    var started =
        new HttpService(
            settings,
            new RouteTable().add(new PermitRoutes(kept, time).routes()),
            WorkerTokenAccess.of(settings, null, null),
            time);
    started.start();
    return started;
  }
}
