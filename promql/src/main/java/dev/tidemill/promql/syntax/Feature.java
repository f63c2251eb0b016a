package dev.tidemill.promql.syntax;

/** What is experimental upstream, and so may change or go there, or what is not for floats. */
public enum Feature {
  FUNCTIONS("experimental functions", true),
  INFO("the info function", false),
  HISTOGRAM_QUANTILES("the histogram_quantiles function", false),
  START_TIMESTAMPS("start timestamps", false),
  NATIVE_HISTOGRAMS("native histograms", false),
  LIMITK("the limitk aggregation", true),
  LIMIT_RATIO("the limit_ratio aggregation", false),
  FILL_MODIFIERS("fill modifiers", true),
  DURATION_EXPRESSIONS("duration expressions", false),
  EXTENDED_RANGES("the anchored and smoothed range modifiers", false);

  private final String title;
  private final boolean available;

  Feature(String title, boolean available) {
    this.title = title;
    this.available = available;
  }

  /** What an experimental function belongs to. */
  static Feature ofFunction(String name) {
    return switch (name) {
      case "info" -> INFO;
      case "histogram_quantiles" -> HISTOGRAM_QUANTILES;
      case "start_timestamp" -> START_TIMESTAMPS;
      default -> FUNCTIONS;
    };
  }

  public String title() {
    return title;
  }

  /** False for what this engine only knows by name; switching it on changes nothing. */
  public boolean available() {
    return available;
  }
}
