package dev.tidemill.server.route;

import dev.tidemill.jobs.json.Fields;
import dev.tidemill.jobs.json.Json;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a handler gets to see.
 *
 * @param path the named parts of the path, decoded
 * @param query may hold a name several times; only names that the route declares
 * @param headers by lower-case name; one that came several times is joined by commas
 */
public record Request(
    Map<String, String> path,
    Map<String, List<String>> query,
    Map<String, String> headers,
    Caller caller,
    ByteBuffer body) {

  /** A part of the path, which is there because the route names it. */
  public String part(String name) {
    String value = path.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the route has no part {" + name + "}");
    }
    return value;
  }

  /** The last value given for a query parameter. */
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name)).map(List::getLast);
  }

  /** The body as JSON; anything else is the caller's fault. */
  public Fields json() {
    byte[] bytes = new byte[body.remaining()];
    body.duplicate().get(bytes);
    return Fields.of(Json.read(bytes));
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}
