package dev.tidemill.server.http;

import dev.tidemill.core.time.SystemTime;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.server.access.WorkerTokenAccess;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Role;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.RouteDraft;
import dev.tidemill.server.route.RouteHandler;
import dev.tidemill.server.route.RouteTable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A server on a free port with the routes of a test. */
final class TestServer implements AutoCloseable {
  final HttpService service;

  private TestServer(HttpSettings settings, TimeSource time, List<Route> routes) {
    service =
        new HttpService(
            settings,
            new RouteTable().add(routes),
            WorkerTokenAccess.of(settings, null, null),
            time);
    service.start();
  }

  static HttpSettings settings() {
    return HttpSettings.on(HttpSettings.LOOPBACK, 0).stopTime(Duration.ofSeconds(20));
  }

  static TestServer with(Route... routes) {
    return new TestServer(settings(), new SystemTime(), List.of(routes));
  }

  static TestServer with(HttpSettings settings, TimeSource time, Route... routes) {
    return new TestServer(settings, time, List.of(routes));
  }

  static RouteDraft get(String path) {
    return Route.get(path).summary("A test").role(Role.VIEWER);
  }

  static RouteDraft post(String path) {
    return Route.post(path).summary("A test").role(Role.OPERATOR).takes("{}");
  }

  static RouteHandler saying(String text) {
    return request -> Answer.text(200, "text/plain", text);
  }

  RawConnection connect() throws IOException {
    return new RawConnection(service.port());
  }

  @Override
  public void close() {
    service.stop();
  }
}
