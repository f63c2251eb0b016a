package dev.tidemill.jobs.http;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Where the server is, and what opens it.
 *
 * @param base without a slash at its end
 */
public record ServerAddress(URI base, @Nullable String token) {

  public static ServerAddress parse(String url, @Nullable String token) {
    try {
      URI uri = new URI(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (web && uri.getHost() != null && uri.getQuery() == null && uri.getUserInfo() == null) {
        return new ServerAddress(uri, token);
      }
    } catch (URISyntaxException e) {
      // Told below, without the address: it may hold a password.
    }
    throw Problem.of(CoreError.INVALID_CONFIG, "the server's address cannot be read")
        .field("server")
        .next("use http://host:3001, and give the token as --token")
        .exception();
  }

  URI at(String pathAndQuery) {
    return URI.create(base + pathAndQuery);
  }

  /** Never with the token. */
  @Override
  public String toString() {
    return base.toString();
  }
}
