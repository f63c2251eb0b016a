package dev.tidemill.server.route;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

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
}
