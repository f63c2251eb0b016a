package dev.tidemill.server.access;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps other people's web pages from using a browser on this machine to change things here: where
 * everything is open on loopback, the browser is the attacker's way in.
 */
final class Origins {
  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?", Pattern.CASE_INSENSITIVE);

  private Origins() {}

  static void refuseForeign(boolean changes, Map<String, String> headers) {
    String origin = headers.get("origin");
    if (changes && origin != null && !authority(origin).equals(host(headers.get("host")))) {
      throw Problem.of(CoreError.DENIED, "a page of another site may not change anything here")
          .field("Origin")
          .cause("the request comes from a page of " + shortened(origin))
          .exception();
    }
  }

  /** A name of the attacker's that resolves to this machine is the other way in. */
  static void refuseOtherHosts(Map<String, String> headers) {
    String host = headers.get("host");
    if (host != null && !LOOPBACK.matcher(host).matches()) {
      throw Problem.of(CoreError.DENIED, "this server answers to localhost only")
          .field("Host")
          .cause("it is open to everybody, so the request must name this machine")
          .next("use http://127.0.0.1 or http://localhost, or set up tokens")
          .exception();
    }
  }

  private static String authority(String origin) {
    int scheme = origin.indexOf("://");
    return (scheme < 0 ? origin : origin.substring(scheme + 3)).toLowerCase(Locale.ROOT);
  }

  private static String host(@Nullable String header) {
    return header == null ? "" : header.toLowerCase(Locale.ROOT);
  }

  private static String shortened(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
