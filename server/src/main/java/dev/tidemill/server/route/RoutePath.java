package dev.tidemill.server.route;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A path with named parts: {@code /api/runs/{run}/events}. */
public record RoutePath(String text) {
  private static final Pattern SEGMENT =
      Pattern.compile("[a-z0-9_:-][a-z0-9_.:-]*|\\{[a-z][a-z0-9_]*\\}");

  public RoutePath {
    if (!text.startsWith("/") || (text.length() > 1 && text.endsWith("/"))) {
      throw new IllegalArgumentException("'" + text + "' must begin with / and not end with one");
    }
    Set<String> names = new HashSet<>();
    for (String segment : split(text)) {
      if (!SEGMENT.matcher(segment).matches()) {
        throw new IllegalArgumentException(
            "'" + segment + "' in '" + text + "' is not a path segment");
      }
      if (named(segment) && !names.add(segment)) {
        throw new IllegalArgumentException(segment + " stands twice in '" + text + "'");
      }
    }
  }

  public List<String> segments() {
    return split(text);
  }

  /** The names in braces, in order. */
  public List<String> parameters() {
    return segments().stream()
        .filter(RoutePath::named)
        .map(segment -> segment.substring(1, segment.length() - 1))
        .toList();
  }

  /** The named parts, when a request's segments fit. */
  Optional<Map<String, String>> match(List<String> request) {
    List<String> mine = segments();
    if (mine.size() != request.size()) {
      return Optional.empty();
    }
    Map<String, String> parts = new LinkedHashMap<>();
    for (int i = 0; i < mine.size(); i++) {
      String segment = mine.get(i);
      if (request.get(i).isEmpty()) {
        return Optional.empty();
      }
      if (named(segment)) {
        parts.put(segment.substring(1, segment.length() - 1), request.get(i));
      } else if (!segment.equals(request.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(parts);
  }

  /**
   * Could one request fit both? A fixed segment beats a named one, so {@code /runs/{run}} and
   * {@code /runs/stats} get on; {@code /{a}/x} and {@code /y/{b}} do not, as neither is the more
   * exact.
   */
  boolean ambiguousWith(RoutePath other) {
    List<String> mine = segments();
    List<String> theirs = other.segments();
    if (mine.size() != theirs.size()) {
      return false;
    }
    boolean mineMoreExact = false;
    boolean theirsMoreExact = false;
    for (int i = 0; i < mine.size(); i++) {
      boolean myName = named(mine.get(i));
      boolean theirName = named(theirs.get(i));
      if (!myName && !theirName && !mine.get(i).equals(theirs.get(i))) {
        return false;
      }
      mineMoreExact |= !myName && theirName;
      theirsMoreExact |= myName && !theirName;
    }
    return mineMoreExact == theirsMoreExact;
  }

  private static boolean named(String segment) {
    return segment.startsWith("{");
  }

  private static List<String> split(String text) {
    return text.equals("/") ? List.of() : List.of(text.substring(1).split("/", -1));
  }
}
