package dev.tidemill.jobs.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import org.jspecify.annotations.Nullable;

/** Builds a path with a query; what is absent is left out. */
final class Query {
  private final StringBuilder text;
  private char join = '?';

  Query(String path) {
    text = new StringBuilder(path);
  }

  Query with(String name, @Nullable Object value) {
    if (value != null) {
      text.append(join).append(name).append('=').append(encode(value.toString()));
      join = '&';
    }
    return this;
  }

  /** As one segment of a path. */
  static String segment(String value) {
    return encode(value);
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
