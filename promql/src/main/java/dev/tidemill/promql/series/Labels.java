package dev.tidemill.promql.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.Problem;
import dev.tidemill.promql.PromqlError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The identity of a series: names with values, ordered by the bytes of the names. Immutable. A
 * label with an empty value is the same as none.
 */
public final class Labels implements Comparable<Labels> {
  public static final String METRIC_NAME = "__name__";
  public static final Labels EMPTY = new Labels(new String[0]);

  /** Name, value, name, value, … */
  private final String[] pairs;

  private Labels(String[] pairs) {
    this.pairs = pairs;
  }

  /** {@code of("__name__", "up", "job", "api")}, in any order. */
  public static Labels of(String... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException("a name without a value");
    }
    if (whole(namesAndValues)) {
      return new Labels(namesAndValues.clone());
    }
    var map = new TreeMap<String, String>(ByteOrder::compare);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (map.put(namesAndValues[i], namesAndValues[i + 1]) != null) {
        throw invalid("label '%s' appears twice".formatted(namesAndValues[i]));
      }
    }
    return sorted(map);
  }

  public static Labels of(Map<String, String> labels) {
    var map = new TreeMap<String, String>(ByteOrder::compare);
    map.putAll(labels);
    return sorted(map);
  }

  /** Whether they are in order, without empty values or anything else to look into. */
  private static boolean whole(String[] pairs) {
    for (int i = 0; i < pairs.length; i += 2) {
      if (pairs[i].isEmpty()
          || pairs[i + 1].isEmpty()
          || hasSurrogate(pairs[i])
          || hasSurrogate(pairs[i + 1])
          || (i > 0 && ByteOrder.compare(pairs[i - 2], pairs[i]) >= 0)) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean encodable(String text) {
    return !hasSurrogate(text) || UTF_8.newEncoder().canEncode(text);
  }

  private static Labels sorted(Map<String, String> labels) {
    var pairs = new ArrayList<String>();
    labels.forEach(
        (name, value) -> {
          if (name.isEmpty() || !encodable(name) || !encodable(value)) {
            throw invalid("label '%s' is empty or not valid Unicode".formatted(name));
          }
          if (!value.isEmpty()) {
            pairs.add(name);
            pairs.add(value);
          }
        });
    return new Labels(pairs.toArray(String[]::new));
  }

  private static RuntimeException invalid(String message) {
    return Problem.of(PromqlError.QUERY_INVALID, message).exception();
  }

  public int size() {
    return pairs.length / 2;
  }

  /** The value, or the empty text when there is no such label. */
  public String get(String name) {
    for (int i = 0; i < pairs.length; i += 2) {
      if (pairs[i].equals(name)) {
        return pairs[i + 1];
      }
    }
    return "";
  }

  /** In the order of names. */
  public void forEach(BiConsumer<String, String> action) {
    for (int i = 0; i < pairs.length; i += 2) {
      action.accept(pairs[i], pairs[i + 1]);
    }
  }

  /** Only the labels whose name passes. */
  public Labels keeping(Predicate<String> names) {
    var kept = new ArrayList<String>(pairs.length);
    for (int i = 0; i < pairs.length; i += 2) {
      if (names.test(pairs[i])) {
        kept.addAll(List.of(pairs[i], pairs[i + 1]));
      }
    }
    return kept.size() == pairs.length ? this : new Labels(kept.toArray(String[]::new));
  }

  /** With this value for this label, in place of any it has; an empty one takes the label away. */
  public Labels with(String name, String value) {
    var map = new TreeMap<String, String>(ByteOrder::compare);
    forEach(map::put);
    map.put(name, value);
    return sorted(map);
  }

  /** Depends on nothing but the labels and never changes: data on disk are placed by it. */
  public long stableHash() {
    return StableHash.of(pairs);
  }

  /** By the first label that differs, name before value; a beginning comes before the whole. */
  @Override
  public int compareTo(Labels other) {
    if (this == other) {
      return 0;
    }
    int shared = Math.min(pairs.length, other.pairs.length);
    for (int i = 0; i < shared; i++) {
      int order = ByteOrder.compare(pairs[i], other.pairs[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(pairs.length, other.pairs.length);
  }

  @Override
  public boolean equals(Object o) {
    return this == o || (o instanceof Labels other && Arrays.equals(pairs, other.pairs));
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(pairs);
  }

  @Override
  public String toString() {
    var text = new StringBuilder("{");
    forEach(
        (name, value) ->
            text.append(text.length() == 1 ? "" : ", ").append(name).append('=').append(value));
    return text.append('}').toString();
  }
}
