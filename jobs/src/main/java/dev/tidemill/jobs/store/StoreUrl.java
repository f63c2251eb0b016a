package dev.tidemill.jobs.store;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the store is: {@code sqlite:PATH} or {@code postgresql://user:password@host:port/database}.
 * {@link #toString()} never shows the password.
 */
public record StoreUrl(
    Dialect dialect, String jdbc, @Nullable String user, @Nullable String password, String shown) {

  public static StoreUrl parse(String text) {
    if (text.startsWith("sqlite:") && text.length() > "sqlite:".length()) {
      return sqlite(Path.of(text.substring("sqlite:".length())));
    }
    if (text.startsWith("postgresql://") || text.startsWith("postgres://")) {
      return postgres(text);
    }
    throw Problem.of(CoreError.INVALID_CONFIG, "this is not a store: " + scheme(text))
        .field("store")
        .next("use sqlite:PATH or postgresql://user@host:5432/database")
        .exception();
  }

  public static StoreUrl sqlite(Path file) {
    return new StoreUrl(Dialect.SQLITE, "jdbc:sqlite:" + file, null, null, "sqlite:" + file);
  }

  public boolean embedded() {
    return dialect == Dialect.SQLITE;
  }

  /** The file of an embedded store. */
  public Path file() {
    if (!embedded()) {
      throw new IllegalStateException(shown + " is not a file");
    }
    return Path.of(jdbc.substring("jdbc:sqlite:".length()));
  }

  @Override
  public String toString() {
    return shown;
  }

  private static StoreUrl postgres(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw Problem.of(CoreError.INVALID_CONFIG, "the store's address cannot be read")
          .field("store")
          .cause(e.getReason())
          .next(
              "use postgresql://user@host:5432/database; encode odd characters in the password as %XX")
          .exception();
    }
    if (uri.getHost() == null || uri.getPath() == null || uri.getPath().length() < 2) {
      throw Problem.of(CoreError.INVALID_CONFIG, "the store's address lacks a host or a database")
          .field("store")
          .next("use postgresql://user@host:5432/database")
          .exception();
    }
    int port = uri.getPort() < 0 ? 5432 : uri.getPort();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    String place = "%s:%d%s".formatted(uri.getHost(), port, uri.getRawPath());
    String user = null;
    String password = null;
    if (uri.getRawUserInfo() != null) {
      String[] parts = uri.getRawUserInfo().split(":", 2);
      user = decode(parts[0]);
      password = parts.length == 2 ? decode(parts[1]) : null;
    }
    String shown = "postgresql://" + (user == null ? "" : user + "@") + place;
    return new StoreUrl(
        Dialect.POSTGRESQL, "jdbc:postgresql://" + place + query, user, password, shown);
  }

  private static String decode(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static String scheme(String text) {
    int colon = text.indexOf(':');
    return colon < 0 ? "'" + text + "'" : text.substring(0, colon) + ":…";
  }
}
