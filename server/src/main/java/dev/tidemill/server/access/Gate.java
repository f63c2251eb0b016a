package dev.tidemill.server.access;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import dev.tidemill.server.ServerError;
import dev.tidemill.server.route.Caller;
import dev.tidemill.server.route.Method;
import dev.tidemill.server.route.Role;
import dev.tidemill.server.route.Route;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides, before any but a small body is read, whether a request may pass. */
public record Gate(Access access) {
  private static final String SCHEME = "bearer ";

  /**
   * @param headers by lower-case name
   */
  public Caller admit(Route route, Map<String, String> headers) {
    Origins.refuseForeign(route.method() != Method.GET, headers);
    if (access.open()) {
      Origins.refuseOtherHosts(headers);
    }
    String token = token(headers.get("authorization"));
    if (token == null) {
      Caller caller = access.withoutToken();
      if (caller.covers(route.role())) {
        return caller;
      }
      throw unauthenticated("%s needs a token".formatted(route.name()));
    }
    Optional<Caller> caller = access.withToken(token);
    if (route.role() == Role.ANYONE) {
      return caller.orElseGet(access::withoutToken);
    }
    if (caller.isEmpty()) {
      throw unauthenticated("the token is not known");
    }
    if (!caller.get().covers(route.role())) {
      throw Problem.of(CoreError.DENIED, "this token does not open %s".formatted(route.name()))
          .cause("it takes the role " + route.role().name().toLowerCase(Locale.ROOT))
          .next(access.advice())
          .exception();
    }
    return caller.get();
  }

  private static @Nullable String token(@Nullable String header) {
    if (header == null || !header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
      return null;
    }
    return header.substring(SCHEME.length()).strip();
  }

  private RuntimeException unauthenticated(String message) {
    return Problem.of(ServerError.UNAUTHENTICATED, message).next(access.advice()).exception();
  }
}
