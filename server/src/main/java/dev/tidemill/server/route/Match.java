package dev.tidemill.server.route;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a table of routes has for a request. */
public sealed interface Match {

  /**
   * @param path the named parts
   */
  record Found(Route route, Map<String, String> path) implements Match {}

  /** The path exists, but not for this method. */
  record OtherMethods(Set<Method> allowed) implements Match {}

  record Nothing(List<String> segments) implements Match {}
}
