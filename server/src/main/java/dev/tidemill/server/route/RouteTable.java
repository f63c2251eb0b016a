package dev.tidemill.server.route;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** All routes of the program; each capability adds its part. */
public final class RouteTable {
  private static final Comparator<Route> ORDER =
      Comparator.<Route, String>comparing(route -> route.path().text())
          .thenComparing(Route::method);

  private final List<Route> routes = new ArrayList<>();

  public RouteTable add(Collection<Route> more) {
    for (Route route : more) {
      for (Route other : routes) {
        if (other.method() == route.method() && other.path().ambiguousWith(route.path())) {
          throw new IllegalArgumentException(
              "%s and %s could answer the same request".formatted(other.name(), route.name()));
        }
      }
      routes.add(route);
    }
    return this;
  }

  /** In order of path. */
  public List<Route> routes() {
    return routes.stream().sorted(ORDER).toList();
  }

  /** The OpenAPI document of all routes. */
  public String openApi(String version) {
    var text = new StringBuilder();
    text.append("{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"Tidemill\",\"version\":")
        .append(quote(version))
        .append("},\"paths\":{");
    String path = "";
    for (Route route : routes()) {
      boolean samePath = route.path().text().equals(path);
      if (samePath) {
        text.append(',');
      } else {
        text.append(path.isEmpty() ? "" : "},").append(quote(route.path().text())).append(":{");
        path = route.path().text();
      }
      operation(text, route);
    }
    return text.append(path.isEmpty() ? "}}" : "}}}").toString();
  }

  private static void operation(StringBuilder text, Route route) {
    text.append(quote(route.method().name().toLowerCase(Locale.ROOT)))
        .append(":{\"summary\":")
        .append(quote(route.summary()))
        .append(",\"x-role\":")
        .append(quote(route.role().name().toLowerCase(Locale.ROOT)));
    List<String> parameters = route.path().parameters();
    if (!parameters.isEmpty()) {
      text.append(",\"parameters\":[")
          .append(
              String.join(
                  ",",
                  parameters.stream()
                      .map(
                          name ->
                              "{\"name\":%s,\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"string\"}}"
                                  .formatted(quote(name)))
                      .toList()))
          .append(']');
    }
    if (route.requestSchema() != null) {
      text.append(",\"requestBody\":{\"required\":true,\"content\":{\"application/json\":{\"schema\":")
          .append(route.requestSchema())
          .append("}}}");
    }
    text.append(
            ",\"responses\":{\"200\":{\"description\":\"ok\",\"content\":{\"application/json\":{\"schema\":")
        .append(route.responseSchema())
        .append("}}}}}");
  }

  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
