package dev.tidemill.promql.series;

/** Milliseconds since 1970, both ends included. */
public record TimeRange(long mint, long maxt) {
  public static final TimeRange ALL = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

  public TimeRange {
    if (mint > maxt) {
      throw new IllegalArgumentException("a range from " + mint + " to " + maxt + " is no range");
    }
  }
}
