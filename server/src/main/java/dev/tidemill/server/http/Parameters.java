package dev.tidemill.server.http;

import dev.tidemill.core.NameSuggestion;
import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.server.route.Route;
import java.util.List;
import java.util.Map;

/** The query of a request against what the route declares. */
final class Parameters {
  private Parameters() {}

  /** A misspelt filter would otherwise silently give everything. */
  static void refuseUnknown(Route route, Map<String, List<String>> query) {
    List<String> known = route.parameters().stream().map(Route.Parameter::name).toList();
    for (String name : query.keySet()) {
      if (!known.contains(Route.OTHERS) && !known.contains(name)) {
        throw Problem.of(
                CoreError.INVALID_INPUT, "%s has no parameter '%s'".formatted(route.name(), name))
            .field(name)
            .next(
                NameSuggestion.closest(name, known)
                    .map(near -> "did you mean " + near + "?")
                    .orElse(
                        known.isEmpty() ? "leave it out" : "it has " + String.join(", ", known)))
            .exception();
      }
    }
  }
}
