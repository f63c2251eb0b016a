package dev.tidemill.server.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The headers of a request by lower-case name. */
final class Headers {
  private Headers() {}

  static Map<String, String> of(HttpServerRequest request) {
    Map<String, String> headers = new HashMap<>();
    request
        .headers()
        .forEach(
            (name, value) ->
                headers.merge(
                    name.toLowerCase(Locale.ROOT), value, (one, two) -> one + ", " + two));
    return headers;
  }
}
