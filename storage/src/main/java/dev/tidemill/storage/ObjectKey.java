package dev.tidemill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemill.core.error.Problem;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The name of an object: segments joined by {@code /}. A key is safe to use as a relative path: no
 * segment is empty or begins with a dot (such names belong to the store itself), no character is a
 * control character, and the whole is at most 1024 bytes of UTF-8. Ordered by those bytes, as every
 * store lists.
 */
public record ObjectKey(String value) implements Comparable<ObjectKey> {
  public static final int MAX_BYTES = 1024;

  public ObjectKey {
    String fault = fault(value);
    if (fault != null) {
      throw Problem.of(
              StorageError.INVALID_OBJECT_KEY,
              "'%s' is not an object key: %s".formatted(printable(value), fault))
          .next("use names such as runs/run_7/matched.parquet")
          .exception();
    }
  }

  public static ObjectKey of(String value) {
    return new ObjectKey(value);
  }

  /** The key below this one. */
  public ObjectKey child(ObjectKey below) {
    return new ObjectKey(value + "/" + below.value);
  }

  public boolean isBelow(ObjectKey folder) {
    return value.startsWith(folder.value + "/");
  }

  public List<String> segments() {
    return List.of(value.split("/", -1));
  }

  @Override
  public int compareTo(ObjectKey other) {
    return Arrays.compareUnsigned(value.getBytes(UTF_8), other.value.getBytes(UTF_8));
  }

  @Override
  public String toString() {
    return value;
  }

  private static @Nullable String fault(String value) {
    if (value.isEmpty()) {
      return "it is empty";
    }
    if (value.startsWith("/")) {
      return "it is absolute";
    }
    for (String segment : value.split("/", -1)) {
      if (segment.isEmpty()) {
        return "it has an empty segment";
      }
      if (segment.startsWith(".")) {
        return "the segment '" + printable(segment) + "' begins with a dot";
      }
    }
    if (value.codePoints().anyMatch(Character::isISOControl)) {
      return "it holds a control character";
    }
    if (!UTF_8.newEncoder().canEncode(value)) {
      return "it is not valid Unicode";
    }
    int bytes = value.getBytes(UTF_8).length;
    return bytes > MAX_BYTES ? "it has " + bytes + " bytes, more than " + MAX_BYTES : null;
  }

  /** Short enough and harmless enough for a log line. */
  private static String printable(String value) {
    String shown = value.length() > 100 ? value.substring(0, 100) + "…" : value;
    return shown.replaceAll("\\p{Cntrl}", "?");
  }
}
