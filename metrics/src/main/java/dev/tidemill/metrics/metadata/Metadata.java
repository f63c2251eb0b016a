package dev.tidemill.metrics.metadata;

import java.util.List;
import java.util.Locale;

/**
 * What somebody said about a metric.
 *
 * @param type as OpenMetrics calls it: {@code counter}, {@code gauge}, …, {@code unknown}
 */
public record Metadata(String type, String help, String unit) {
  public static final Metadata NONE = new Metadata("unknown", "", "");

  /** By the numbers of remote write. */
  private static final List<String> TYPES =
      List.of(
          "unknown",
          "counter",
          "gauge",
          "histogram",
          "gaugehistogram",
          "summary",
          "info",
          "stateset");

  private static final int LONGEST = 4096;

  public Metadata {
    help = help.length() > LONGEST ? help.substring(0, LONGEST) : help;
    unit = unit.length() > LONGEST ? unit.substring(0, LONGEST) : unit;
  }

  /** A number that nobody knows is unknown too. */
  public static String type(int number) {
    return number >= 0 && number < TYPES.size() ? TYPES.get(number) : "unknown";
  }

  /** A word that nobody knows is unknown too. */
  public static String type(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return TYPES.contains(lower) ? lower : "unknown";
  }

  public Metadata ofType(String word) {
    return new Metadata(type(word), help, unit);
  }

  public Metadata help(String other) {
    return new Metadata(type, other, unit);
  }

  public Metadata unit(String other) {
    return new Metadata(type, help, other);
  }

  /** The metric whose parts carry these suffixes. */
  public static String family(String series, String type) {
    if (type.equals("histogram") || type.equals("summary") || type.equals("gaugehistogram")) {
      for (String suffix : List.of("_bucket", "_count", "_sum")) {
        if (series.endsWith(suffix)) {
          return series.substring(0, series.length() - suffix.length());
        }
      }
    }
    return series;
  }
}
