package dev.tidemill.server.http;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.server.ServerError;
import dev.tidemill.server.route.Match;
import dev.tidemill.server.route.Method;
import dev.tidemill.server.route.RouteTable;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the route of a request, or says why there is none. */
final class Dispatch {
  private Dispatch() {}

  static Match.Found find(RouteTable table, HttpMethod method, Target target) {
    return switch (table.match(known(method), target.segments())) {
      case Match.Found found -> found;
      case Match.OtherMethods(var allowed) -> throw notAllowed(method, target, allowed);
      case Match.Nothing nothing -> throw notFound(target);
    };
  }

  /** Who may GET may ask for the HEAD alone. */
  private static Optional<Method> known(HttpMethod method) {
    return method.equals(HttpMethod.HEAD)
        ? Optional.of(Method.GET)
        : Arrays.stream(Method.values()).filter(m -> m.name().equals(method.name())).findFirst();
  }

  private static NotAllowed notAllowed(HttpMethod method, Target target, Set<Method> allowed) {
    var names = new TreeSet<String>();
    allowed.forEach(m -> names.add(m.name()));
    if (allowed.contains(Method.GET)) {
      names.add("HEAD");
    }
    String allow = String.join(", ", names);
    return new NotAllowed(
        Problem.of(
                ServerError.METHOD_NOT_ALLOWED,
                "%s is not for %s".formatted(shown(target), method.name()))
            .next("it takes " + allow),
        allow);
  }

  private static RuntimeException notFound(Target target) {
    return Problem.of(ServerError.NO_SUCH_PATH, "there is nothing at " + shown(target))
        .next("/openapi.json lists what there is")
        .exception();
  }

  private static String shown(Target target) {
    String path = "/" + String.join("/", target.segments());
    return path.length() <= 200 ? path : path.substring(0, 200) + "…";
  }

  /** With the methods to name in the answer's header. */
  static final class NotAllowed extends TidemillException {
    private final String allow;

    NotAllowed(Problem problem, String allow) {
      super(problem, null);
      this.allow = allow;
    }

    String allow() {
      return allow;
    }
  }
}
