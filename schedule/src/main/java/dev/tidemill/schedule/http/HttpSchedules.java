package dev.tidemill.schedule.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.ErrorCatalog;
import dev.tidemill.jobs.http.CallLimits;
import dev.tidemill.jobs.http.HttpCalls;
import dev.tidemill.jobs.http.ServerAddress;
import dev.tidemill.jobs.json.Listing;
import dev.tidemill.schedule.Fire;
import dev.tidemill.schedule.ScheduleSpec;
import dev.tidemill.schedule.ScheduleView;
import dev.tidemill.schedule.Schedules;
import dev.tidemill.schedule.json.ScheduleJson;
import dev.tidemill.schedule.json.ScheduleViewJson;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link Schedules} of a server. Whose they are is decided by the token. */
public final class HttpSchedules implements Schedules, AutoCloseable {
  private static final String BASE = "/api/schedules";

  private final HttpCalls calls;

  public HttpSchedules(ServerAddress server, ErrorCatalog codes, CallLimits limits) {
    this.calls = new HttpCalls(server, codes, limits.connect(), limits.work());
  }

  @Override
  public Applied put(ScheduleSpec spec) {
    return calls.post(BASE, ScheduleJson.write(spec), Map.of(), ScheduleViewJson::readApplied);
  }

  @Override
  public Optional<ScheduleView> find(String name) {
    return calls.find(at(name), ScheduleViewJson::read);
  }

  @Override
  public List<ScheduleView> list(String after, int limit) {
    return calls.list(
        "%s?limit=%d&after=%s".formatted(BASE, limit, encode(after)), ScheduleViewJson::read);
  }

  @Override
  public ScheduleView pause(String name) {
    return calls.post(at(name) + "/pause", ScheduleViewJson::read);
  }

  @Override
  public ScheduleView resume(String name) {
    return calls.post(at(name) + "/resume", ScheduleViewJson::read);
  }

  @Override
  public Fire trigger(String name) {
    return calls.post(at(name) + "/trigger", ScheduleViewJson::readFire);
  }

  @Override
  public void delete(String name) {
    calls.delete(at(name));
  }

  @Override
  public List<Fire> history(String name, @Nullable Instant before, int limit) {
    String query = "?limit=" + limit + (before == null ? "" : "&after=" + before);
    return calls.get(
        at(name) + "/history" + query, list -> Listing.read(list, ScheduleViewJson::readFire));
  }

  @Override
  public List<Instant> next(String name, int count) {
    return calls.get(
        at(name) + "/next?count=" + count,
        list -> Listing.read(list, item -> item.instant("time")));
  }

  @Override
  public void close() {
    calls.close();
  }

  private static String at(String name) {
    return BASE + "/" + encode(name);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
