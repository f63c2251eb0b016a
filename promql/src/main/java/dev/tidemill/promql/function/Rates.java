package dev.tidemill.promql.function;

import dev.tidemill.promql.series.StaleMarker;

/** How fast something changes. */
final class Rates {
  /** Samples this much further from the end of the window than from each other end the series. */
  private static final double CLOSE = 1.1;

  private Rates() {}

  /**
   * The increase between first and last sample, stretched to the ends of the window. An end without
   * a sample where one was due is taken for the end of the series, half an interval away; and a
   * counter did not start below zero.
   */
  static double extrapolated(Window w, boolean counter, boolean perSecond) {
    int intervals = w.size() - 1;
    if (intervals < 1) {
      return StaleMarker.VALUE;
    }
    double increase = w.last() - w.first();
    if (counter && w.resets() > 0) {
      increase = withResets(w, increase);
    }
    double sampled = (w.timestamp(intervals) - w.timestamp(0)) / 1000.0;
    double average = sampled / intervals;
    double toStart = stretch((w.timestamp(0) - w.start()) / 1000.0, average);
    if (counter && increase > 0 && w.first() >= 0) {
      toStart = Math.min(toStart, sampled * (w.first() / increase));
    }
    double toEnd = stretch((w.end() - w.timestamp(intervals)) / 1000.0, average);
    double factor = (sampled + toStart + toEnd) / sampled;
    if (perSecond) {
      factor /= w.seconds();
    }
    return increase * factor;
  }

  private static double stretch(double gap, double average) {
    return gap >= average * CLOSE ? average / 2 : gap;
  }

  /** A counter that falls has begun again at zero. */
  private static double withResets(Window w, double increase) {
    double sum = increase;
    for (int i = 1; i < w.size(); i++) {
      if (w.value(i) < w.value(i - 1)) {
        sum += w.value(i - 1);
      }
    }
    return sum;
  }

  /** Of the last two samples only. */
  static double lastTwo(Window w, boolean counter) {
    int last = w.size() - 1;
    if (last < 1) {
      return StaleMarker.VALUE;
    }
    double value = w.value(last);
    if (!counter) {
      return value - w.value(last - 1);
    }
    if (!(value < w.value(last - 1))) {
      value -= w.value(last - 1);
    }
    return value / ((w.timestamp(last) - w.timestamp(last - 1)) / 1000.0);
  }
}
