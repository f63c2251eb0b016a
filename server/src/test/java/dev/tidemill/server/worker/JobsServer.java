package dev.tidemill.server.worker;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.core.metric.Meters;
import dev.tidemill.core.metric.MetricCatalog;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.Fleet;
import dev.tidemill.jobs.JobIntake;
import dev.tidemill.jobs.JobLeases;
import dev.tidemill.jobs.JobsError;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.server.OpenApiRoute;
import dev.tidemill.server.ServerError;
import dev.tidemill.server.access.WorkerTokenAccess;
import dev.tidemill.server.health.HealthRoutes;
import dev.tidemill.server.health.LiveCheck;
import dev.tidemill.server.http.HttpService;
import dev.tidemill.server.http.HttpSettings;
import dev.tidemill.server.jobs.FleetRoutes;
import dev.tidemill.server.jobs.JobRoutes;
import dev.tidemill.server.jobs.RunRoutes;
import dev.tidemill.server.route.RouteTable;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server as the program runs it, on a free port, over seams of the test's choice. */
public final class JobsServer implements AutoCloseable {
  public static final ErrorCatalog CODES =
      ErrorCatalog.of(List.of(CoreError.class, JobsError.class, ServerError.class));

  private final HttpService service;
  private final RouteTable table = new RouteTable();

  /** What the routes stand on. */
  public record Seams(JobIntake intake, JobLeases leases, Fleet fleet, LiveCheck.Probe store) {}

  /** Who gets in. */
  public record Tokens(@Nullable String worker, @Nullable String admin) {
    public static final Tokens NONE = new Tokens(null, null);
  }

  private JobsServer(int port, Seams seams, Tokens tokens, TimeSource time) {
    HttpSettings settings =
        HttpSettings.on(HttpSettings.LOOPBACK, port).stopTime(Duration.ofSeconds(2));
    table
        .add(new RunRoutes(seams.intake, time).routes())
        .add(new JobRoutes(seams.intake).routes())
        .add(new FleetRoutes(seams.fleet).routes())
        .add(new WorkerRoutes(seams.leases).routes())
        .add(
            new HealthRoutes(
                    List.of(),
                    List.of(new LiveCheck("store", seams.store)),
                    new Meters(new MetricCatalog()))
                .routes())
        .add(List.of(OpenApiRoute.of(table, "test")));
    service =
        new HttpService(
            settings, table, WorkerTokenAccess.of(settings, tokens.worker, tokens.admin), time);
    service.start();
  }

  public static JobsServer start(Seams seams) {
    return start(0, seams, Tokens.NONE);
  }

  public static JobsServer start(int port, Seams seams, Tokens tokens) {
    return new JobsServer(port, seams, tokens, new SystemTime());
  }

  public int port() {
    return service.port();
  }

  public RouteTable table() {
    return table;
  }

  public String url() {
    return "http://127.0.0.1:" + port();
  }

  public ServerAddress address() {
    return ServerAddress.parse(url(), null);
  }

  @Override
  public void close() {
    service.stop();
  }
}
