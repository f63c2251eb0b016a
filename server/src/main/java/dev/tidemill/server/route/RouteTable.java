package dev.tidemill.server.route;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

  /**
   * The route for a request whose method may be one that no route has; where several fit the path,
   * the one with the fewest named parts.
   */
  public Match match(Optional<Method> method, List<String> segments) {
    Match.Found best = null;
    Set<Method> methods = EnumSet.noneOf(Method.class);
    for (Route route : routes) {
      Optional<Map<String, String>> parts = route.path().match(segments);
      if (parts.isPresent()) {
        methods.add(route.method());
        if (method.filter(asked -> asked == route.method()).isPresent()
            && (best == null || parts.get().size() < best.path().size())) {
          best = new Match.Found(route, parts.get());
        }
      }
    }
    if (best != null) {
      return best;
    }
    return methods.isEmpty() ? new Match.Nothing(segments) : new Match.OtherMethods(methods);
  }
}
