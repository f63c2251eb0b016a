package dev.tidemill.core;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes that knows how people write it: {@code 512MiB}, {@code 1.5GB}, {@code 4096}.
 */
public record DataSize(long bytes) implements Comparable<DataSize> {
  private static final Pattern FORM =
      Pattern.compile(
          "\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([kmgt]?)(i?)b?\\s*", Pattern.CASE_INSENSITIVE);
  private static final String PREFIXES = "kmgt";

  public DataSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("a size is never negative: " + bytes);
    }
  }

  public static DataSize ofMebibytes(long mebibytes) {
    return new DataSize(Math.multiplyExact(mebibytes, 1L << 20));
  }

  /**
   * {@code k m g t} are powers of 1000, {@code ki mi gi ti} of 1024; the trailing b is optional.
   */
  public static DataSize parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || (matcher.group(2).isEmpty() && !matcher.group(3).isEmpty())) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a size such as 512MiB, 1.5GB or 4096");
    }
    int power = PREFIXES.indexOf(matcher.group(2).toLowerCase(Locale.ROOT)) + 1;
    if (matcher.group(2).isEmpty()) {
      power = 0;
    }
    double unit = Math.pow(matcher.group(3).isEmpty() ? 1000 : 1024, power);
    double bytes = Double.parseDouble(matcher.group(1)) * unit;
    if (bytes > Long.MAX_VALUE) {
      throw new IllegalArgumentException(
          "'" + text + "' is larger than any size this program can hold");
    }
    return new DataSize(Math.round(bytes));
  }

  @Override
  public int compareTo(DataSize other) {
    return Long.compare(bytes, other.bytes);
  }

  /** The largest binary unit that divides the size exactly, so that it reads back unchanged. */
  @Override
  public String toString() {
    String[] units = {"TiB", "GiB", "MiB", "KiB"};
    for (int i = 0; i < units.length; i++) {
      long unit = 1L << (40 - 10 * i);
      if (bytes >= unit && bytes % unit == 0) {
        return bytes / unit + units[i];
      }
    }
    return bytes + "B";
  }
}
