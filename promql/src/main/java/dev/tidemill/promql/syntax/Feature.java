package dev.tidemill.promql.syntax;

/** What is experimental upstream, and so may change or go there. */
public enum Feature {
  FUNCTIONS("experimental functions", true),
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

  public String title() {
    return title;
  }

  /** False for what this engine only knows by name; switching it on changes nothing. */
  public boolean available() {
    return available;
  }
}
