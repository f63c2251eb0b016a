package dev.tidemill.sources;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.NameSuggestion;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which table of which server: {@code postgres://user@host:5432/db?table=schema.name}. It never
 * holds a password; {@link #parse} splits that off.
 *
 * @param port 0 for the usual one
 * @param tls {@code disable}, {@code prefer}, {@code require} or {@code verify-full}
 */
public record SourceUri(
    String scheme,
    String user,
    String host,
    int port,
    String database,
    TableName table,
    String tls) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?<scheme>[a-z][a-z0-9+]*)://(?:(?<user>[^@/?#]*)@)?(?<host>\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+)"
              + "(?::(?<port>[0-9]{1,5}))?/(?<database>[^/?#]+)(?:\\?(?<query>[^#]*))?");
  private static final List<String> TLS = List.of("disable", "prefer", "require", "verify-full");
  private static final List<String> OPTIONS = List.of("table", "sslmode");
  private static final int LONGEST = 2048;

  /** An address and the password that stood in it. */
  public record Parsed(SourceUri uri, Credential credential) {}

  public static Parsed parse(String text) {
    if (text.length() > LONGEST || text.codePoints().anyMatch(Character::isISOControl)) {
      throw invalid("it is longer than %d or holds control characters".formatted(LONGEST));
    }
    Matcher m = FORM.matcher(text);
    if (!m.matches()) {
      throw invalid("it does not look like scheme://user@host:port/database?table=schema.name");
    }
    Map<String, String> options = options(m.group("query"));
    String[] login = (m.group("user") == null ? "" : m.group("user")).split(":", 2);
    var uri =
        new SourceUri(
            scheme(m.group("scheme")),
            decoded(login[0]),
            m.group("host").toLowerCase(Locale.ROOT),
            port(m.group("port")),
            decoded(m.group("database")),
            table(options.getOrDefault("table", index(m))),
            tls(options.getOrDefault("sslmode", "prefer")));
    return new Parsed(uri, Credential.of(login.length == 2 ? decoded(login[1]) : ""));
  }

  /** An address that must not hold a password, as payloads carry it. */
  public static SourceUri of(String text) {
    Parsed parsed = parse(text);
    if (!parsed.credential().isEmpty()) {
      throw invalid("a password stands in it, where it would be stored and seen");
    }
    return parsed.uri();
  }

  private static String scheme(String word) {
    return switch (word) {
      case "postgres", "postgresql" -> "postgres";
      case "mysql", "mariadb" -> "mariadb";
      case "opensearch", "elasticsearch" -> word;
      case "bigquery" -> "bigquery";
      default -> throw invalid("no connector answers to '%s'".formatted(word));
    };
  }

  /** OpenSearch has no databases; what stands there is the index. */
  private static @Nullable String index(Matcher m) {
    return List.of("opensearch", "elasticsearch").contains(m.group("scheme"))
        ? '"' + decoded(m.group("database")).replace("\"", "\"\"") + '"'
        : null;
  }

  private static Map<String, String> options(@Nullable String query) {
    var options = new LinkedHashMap<String, String>();
    for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      if (!OPTIONS.contains(name)) {
        // Drivers have options that read files or load classes.
        throw invalid(
            "'%s' is not an option of it%s"
                .formatted(
                    name,
                    NameSuggestion.closest(name, OPTIONS)
                        .map(w -> "; did you mean " + w + "?")
                        .orElse("")));
      }
      if (options.put(name, decoded(pair.substring(equals + 1))) != null) {
        throw invalid("'%s' stands in it twice".formatted(name));
      }
    }
    return options;
  }

  private static int port(@Nullable String digits) {
    int port = digits == null ? 0 : Integer.parseInt(digits);
    if (digits != null && (port < 1 || port > 65535)) {
      throw invalid("%d is not a port".formatted(port));
    }
    return port;
  }

  private static TableName table(@Nullable String text) {
    if (text == null) {
      throw invalid("it names no table");
    }
    return TableName.parse(text).orElseThrow(() -> invalid("its table is not schema.name"));
  }

  private static String tls(String word) {
    if (!TLS.contains(word)) {
      throw invalid("sslmode is one of " + String.join(", ", TLS));
    }
    return word;
  }

  private static String decoded(String text) {
    try {
      String decoded = URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
      if (decoded.codePoints().anyMatch(Character::isISOControl) || decoded.contains("\uFFFD")) {
        throw invalid("an escape in it stands for a control character or for no character");
      }
      return decoded;
    } catch (IllegalArgumentException e) {
      throw invalid("an escape in it is broken");
    }
  }

  /** Never repeats the text: a password may stand in it. */
  private static TidemillException invalid(String why) {
    return Problem.of(SourceError.INVALID_SOURCE_URI, "the source's address was not understood")
        .field("uri")
        .cause(why)
        .next("write it as postgres://user@host:5432/database?table=schema.name")
        .exception();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  @Override
  public String toString() {
    return "%s://%s%s%s/%s?table=%s%s"
        .formatted(
            scheme,
            user.isEmpty() ? "" : encoded(user) + "@",
            host,
            port == 0 ? "" : ":" + port,
            encoded(database),
            encoded(table.toString()),
            tls.equals("prefer") ? "" : "&sslmode=" + tls);
  }
}
