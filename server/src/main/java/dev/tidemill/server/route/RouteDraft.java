package dev.tidemill.server.route;

import dev.tidemill.core.DataSize;
import dev.tidemill.server.route.Route.Limits;
import dev.tidemill.server.route.Route.Parameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A route in the making: its declaration reads from top to bottom. */
public final class RouteDraft {
  private final Method method;
  private final RoutePath path;
  private final List<Parameter> parameters = new ArrayList<>();
  private String summary = "";
  private Role role = Role.ADMIN;
  private Limits limits = Limits.DEFAULT;
  private @Nullable String requestSchema;
  private String responseSchema = "{}";

  public RouteDraft(Method method, String path) {
    this.method = method;
    this.path = new RoutePath(path);
  }

  public RouteDraft summary(String line) {
    this.summary = line;
    return this;
  }

  /** Who may ask; nobody but admins unless said otherwise. */
  public RouteDraft role(Role needed) {
    this.role = needed;
    return this;
  }

  public RouteDraft parameter(String name, String about) {
    parameters.add(new Parameter(name, about));
    return this;
  }

  /** Whatever else a client adds to the query is passed over, as another API promises. */
  public RouteDraft passingOverOthers() {
    return parameter(Route.OTHERS, "Anything else is passed over");
  }

  public RouteDraft takes(String schema) {
    this.requestSchema = schema;
    return this;
  }

  public RouteDraft answers(String schema) {
    this.responseSchema = schema;
    return this;
  }

  public RouteDraft body(DataSize largest) {
    this.limits = new Limits(largest, limits.time());
    return this;
  }

  public RouteDraft time(Duration longest) {
    this.limits = new Limits(limits.body(), longest);
    return this;
  }

  public Route by(RouteHandler handler) {
    return new Route(
        method, path, summary, role, limits, parameters, requestSchema, responseSchema, handler);
  }
}
