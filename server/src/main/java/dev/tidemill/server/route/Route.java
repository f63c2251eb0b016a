package dev.tidemill.server.route;

import dev.tidemill.core.DataSize;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be asked for. Made with {@link RouteDraft}.
 *
 * @param summary one line for the API document
 * @param role who may ask
 * @param limits what one request may use
 * @param parameters what may stand in the query; anything else is refused
 * @param requestSchema JSON Schema of the body; absent means there is none and a body is refused
 * @param responseSchema JSON Schema of the answer
 */
public record Route(
    Method method,
    RoutePath path,
    String summary,
    Role role,
    Limits limits,
    List<Parameter> parameters,
    @Nullable String requestSchema,
    String responseSchema,
    RouteHandler handler) {

  /** A parameter of this name stands for all that are not declared. */
  public static final String OTHERS = "*";

  /**
   * @param body the largest body
   * @param time how long the answer may take; streams are bounded by their own rules
   */
  public record Limits(DataSize body, Duration time) {
    public static final Limits DEFAULT =
        new Limits(DataSize.ofMebibytes(1), Duration.ofSeconds(30));
  }

  /** A query parameter, with one line for the API document. */
  public record Parameter(String name, String about) {}

  public Route {
    parameters = List.copyOf(parameters);
    if (summary.isBlank()) {
      throw new IllegalArgumentException(method + " " + path.text() + " needs a summary");
    }
    if (requestSchema != null && method == Method.GET) {
      throw new IllegalArgumentException("GET " + path.text() + " cannot have a body");
    }
  }

  public static RouteDraft get(String path) {
    return new RouteDraft(Method.GET, path);
  }

  public static RouteDraft post(String path) {
    return new RouteDraft(Method.POST, path);
  }

  public static RouteDraft delete(String path) {
    return new RouteDraft(Method.DELETE, path);
  }

  public String name() {
    return method + " " + path.text();
  }
}
