package dev.tidemill.server.prometheus;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.json.Json;
import dev.tidemill.metrics.MetricStore;
import dev.tidemill.promql.syntax.Prettier;
import dev.tidemill.promql.syntax.TreeJson;
import dev.tidemill.server.route.Answer;
import dev.tidemill.server.route.Method;
import dev.tidemill.server.route.Role;
import dev.tidemill.server.route.Route;
import dev.tidemill.server.route.RouteDraft;
import dev.tidemill.server.route.RouteHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Everything Prometheus' clients ask for. */
public final class PrometheusRoutes {
  /** Which of Prometheus' versions clients should take this for. */
  private static final String LIKE_VERSION = "3.5.0";

  private static final JsonMapper JSON = new JsonMapper();
  private static final DataSize WRITE_BODY = DataSize.ofMebibytes(32);
  private static final Duration WRITE_TIME = Duration.ofMinutes(4);

  private final Queries queries;
  private final QueryRoutes query;
  private final LabelRoutes labels;
  private final WriteRoutes writes;
  private final EventQuery events;
  private final MetadataRoute metadata;
  private final String version;
  private final Duration queryTime;

  public PrometheusRoutes(
      MetricStore metrics, QueryLimits limits, TimeSource time, String version) {
    this.queries = new Queries(limits, time);
    this.query = new QueryRoutes(metrics.reader(), queries, time);
    this.labels = new LabelRoutes(metrics.reader(), queries);
    this.writes = new WriteRoutes(metrics.ingester(), metrics.metadata());
    this.metadata = new MetadataRoute(metrics.metadata());
    this.events = new EventQuery(query, queries);
    this.version = version;
    // Ours ends first, so that it is told in Prometheus' words.
    this.queryTime = limits.time().plusSeconds(20);
  }

  /** How many queries are being evaluated. */
  int running() {
    return queries.running();
  }

  public List<Route> routes() {
    var all = new ArrayList<Route>();
    both(all, "/api/v1/query", "Evaluate a PromQL expression at a moment", query::instant);
    both(all, "/api/v1/query_range", "Evaluate a PromQL expression over time", query::range);
    both(all, "/api/v1/series", "Series that selectors match", labels::series);
    both(all, "/api/v1/labels", "Names of labels", labels::names);
    both(all, "/api/v1/format_query", "A PromQL expression, well laid out", this::format);
    both(all, "/api/v1/parse_query", "A PromQL expression as a tree", this::tree);
    both(all, "/api/v1/query_exemplars", "Exemplars: none are stored", form -> raw("[]"));
    all.add(
        asked(Method.GET, "/api/v1/label/{name}/values", "Values of a label")
            .by(told(request -> labels.values(request.part("name"), new Form(request)))));
    all.add(
        asked(Method.GET, "/api/v1/metadata", "Type, help and unit of metrics")
            .by(told(request -> metadata.answer(new Form(request)))));
    fixed(all, "/api/v1/rules", "Rules: there are none", "{\"groups\":[]}");
    fixed(all, "/api/v1/alerts", "Alerts: there are none", "{\"alerts\":[]}");
    fixed(all, "/api/v1/status/buildinfo", "Which Prometheus this behaves like", buildInfo());
    all.add(text("/-/ready", "200 when queries and writes are taken", "Tidemill is Ready.\n"));
    all.add(text("/-/healthy", "200 while the process lives", "Tidemill is Healthy.\n"));
    all.add(write("/api/v1/write", "Take samples by remote write 1.0 or 2.0").by(writes::write));
    all.add(
        write("/api/v1/import", "Take samples as OpenMetrics text with times")
            .by(told(writes::importText)));
    all.add(
        Route.post("/api/v1/metrics/query")
            .summary("Evaluate {q, s, e, step}; the answer comes as events {type, data}")
            .role(Role.VIEWER)
            .takes("{}")
            .time(queryTime)
            .by(told(events::answer)));
    return all;
  }

  /** Asked by GET or, with a form, by POST. */
  private void both(List<Route> all, String path, String summary, FormHandler handler) {
    RouteHandler handled = told(request -> handler.answer(new Form(request)));
    all.add(asked(Method.GET, path, summary).by(handled));
    all.add(asked(Method.POST, path, summary).takes("{}").by(handled));
  }

  private void fixed(List<Route> all, String path, String summary, String json) {
    all.add(asked(Method.GET, path, summary).by(request -> raw(json)));
  }

  private RouteDraft asked(Method method, String path, String summary) {
    return new RouteDraft(method, path)
        .summary(summary)
        .role(Role.VIEWER)
        .passingOverOthers()
        .time(queryTime);
  }

  private static RouteDraft write(String path, String summary) {
    return Route.post(path)
        .summary(summary)
        .role(Role.OPERATOR)
        .passingOverOthers()
        .takes("{}")
        .body(WRITE_BODY)
        .time(WRITE_TIME);
  }

  private static Route text(String path, String summary, String text) {
    return Route.get(path)
        .summary(summary)
        .role(Role.ANYONE)
        .passingOverOthers()
        .by(request -> ApiAnswer.text(200, text));
  }

  private Answer format(Form form) throws IOException {
    String text = Prettier.print(QueryRoutes.parse(form).expr());
    return ApiAnswer.success(out -> out.writeString(text));
  }

  private Answer tree(Form form) throws IOException {
    return raw(JSON.writeValueAsString(TreeJson.of(QueryRoutes.parse(form).expr())));
  }

  private static Answer raw(String json) throws IOException {
    return ApiAnswer.success(ApiAnswer.raw(json));
  }

  private String buildInfo() {
    return Json.write(
        Json.object()
            .put("version", LIKE_VERSION)
            .put("revision", "tidemill-" + version)
            .put("branch", "")
            .put("buildUser", "")
            .put("buildDate", "")
            .put("goVersion", ""));
  }

  @FunctionalInterface
  private interface FormHandler {
    Answer answer(Form form) throws IOException;
  }

  /** Errors in Prometheus' words. */
  private static RouteHandler told(RouteHandler handler) {
    return request -> {
      try {
        return handler.answer(request);
      } catch (BadParameter e) {
        return ApiAnswer.error(ApiError.BAD_DATA, String.valueOf(e.getMessage()));
      } catch (Queries.TimeUp e) {
        return ApiAnswer.error(ApiError.TIMEOUT, String.valueOf(e.getMessage()));
      } catch (TidemillException e) {
        return ApiAnswer.error(ApiError.of(e), ApiError.words(e));
      }
    };
  }
}
