package dev.tidemill.schedule.leader;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis is: {@code redis://[user:password@]host[:port][/database]}, {@code rediss://} with
 * TLS, {@code redis-sentinel://[user:password@]host[:port],…/master[/database]} and {@code
 * redis-cluster://host[:port],…}. {@link #toString()} never shows the password.
 *
 * @param hosts each with its port; more than one only for sentinels and clusters
 * @param master what the sentinels call it
 */
public record RedisUrl(
    Kind kind,
    List<Host> hosts,
    @Nullable String user,
    @Nullable String password,
    @Nullable String master,
    int database) {
  private static final Pattern SHAPE =
      Pattern.compile("(redis|rediss|redis-sentinel|redis-cluster)://(?:([^@/]*)@)?([^/]+)(/.*)?");

  /** What kind of Redis it is. */
  public enum Kind {
    PLAIN(6379),
    TLS(6379),
    SENTINEL(26379),
    CLUSTER(6379);

    final int port;

    Kind(int port) {
      this.port = port;
    }
  }

  /** One server. */
  public record Host(String name, int port) {
    @Override
    public String toString() {
      return name + ":" + port;
    }
  }

  public RedisUrl {
    hosts = List.copyOf(hosts);
  }

  public static RedisUrl parse(String text) {
    Matcher parts = SHAPE.matcher(text.strip());
    if (!parts.matches()) {
      throw wrong("this is not the address of a Redis");
    }
    Kind kind =
        switch (parts.group(1)) {
          case "redis" -> Kind.PLAIN;
          case "rediss" -> Kind.TLS;
          case "redis-sentinel" -> Kind.SENTINEL;
          default -> Kind.CLUSTER;
        };
    List<Host> hosts = hosts(kind, parts.group(3));
    List<String> path = path(parts.group(4));
    String master = kind == Kind.SENTINEL && !path.isEmpty() ? path.removeFirst() : null;
    if (kind == Kind.SENTINEL && master == null) {
      throw wrong("the address lacks the name of the master that the sentinels watch");
    }
    if (hosts.size() > 1 && (kind == Kind.PLAIN || kind == Kind.TLS)) {
      throw wrong("only sentinels and clusters have several hosts");
    }
    int database = path.isEmpty() ? 0 : number(path.removeFirst(), 0, 9999, "the database");
    if (!path.isEmpty() || (kind == Kind.CLUSTER && database != 0)) {
      throw wrong("the address has more parts than it may have");
    }
    String[] who = parts.group(2) == null ? new String[0] : parts.group(2).split(":", 2);
    String user = who.length == 2 && !who[0].isEmpty() ? decode(who[0]) : null;
    String password = who.length == 0 ? null : decode(who[who.length - 1]);
    return new RedisUrl(kind, hosts, user, password, master, database);
  }

  @Override
  public String toString() {
    String scheme =
        switch (kind) {
          case PLAIN -> "redis";
          case TLS -> "rediss";
          case SENTINEL, CLUSTER -> "redis-" + kind.name().toLowerCase(Locale.ROOT);
        };
    String places = String.join(",", hosts.stream().map(Host::toString).toList());
    return scheme + "://" + places + (master == null ? "" : "/" + master);
  }

  private static List<Host> hosts(Kind kind, String text) {
    var hosts = new ArrayList<Host>();
    for (String host : text.split(",", -1)) {
      int colon = host.lastIndexOf(':');
      boolean ported = colon > host.lastIndexOf(']');
      String name = ported ? host.substring(0, colon) : host;
      if (name.isBlank()) {
        throw wrong("the address lacks a host");
      }
      hosts.add(
          new Host(
              name, ported ? number(host.substring(colon + 1), 1, 65_535, "a port") : kind.port));
    }
    return hosts;
  }

  private static List<String> path(@Nullable String text) {
    var path = new ArrayList<String>();
    for (String part : text == null ? new String[0] : text.split("/", -1)) {
      if (!part.isEmpty()) {
        path.add(decode(part));
      }
    }
    return path;
  }

  private static int number(String text, int least, int most, String what) {
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw wrong("%s must be a number from %d to %d".formatted(what, least, most));
  }

  private static String decode(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static RuntimeException wrong(String message) {
    return Problem.of(CoreError.INVALID_CONFIG, message)
        .field("redis")
        .next(
            "use redis://host:6379, rediss://user:password@host:6379/0,"
                + " redis-sentinel://host:26379,host:26379/master or redis-cluster://host,host")
        .exception();
  }
}
