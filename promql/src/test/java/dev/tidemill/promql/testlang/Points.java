package dev.tidemill.promql.testlang;

import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values of a series, one per step: {@code 5}, {@code 1+2x3}, {@code 4x3}, {@code _}, {@code _x3},
 * {@code stale}. Native histograms are read over and counted.
 */
record Points(List<Point> points) {
  private static final String NUMBER =
      "(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?|[iI][nN][fF]|[nN][aA][nN]";
  private static final Pattern SHAPE =
      Pattern.compile(
          "([+-]?(?:%s))(?:([+-])([+-]?(?:%s)))?(?:x(\\d+))?".formatted(NUMBER, NUMBER));
  private static final Pattern GAP = Pattern.compile("_(?:x(\\d+))?");
  private static final Pattern HISTOGRAM =
      Pattern.compile("\\{\\{.*?}}(?:[+-]\\{\\{.*?}})?(?:x(\\d+))?");

  Points {
    points = List.copyOf(points);
  }

  /** What is at one step. */
  sealed interface Point {
    record Sample(double value) implements Point {}

    record Gap() implements Point {}

    /** A native histogram, whatever it says. */
    record Histogram() implements Point {}
  }

  static Points parse(String text) {
    var points = new ArrayList<Point>();
    for (String word : words(text)) {
      add(points, word);
    }
    return new Points(points);
  }

  private static List<String> words(String text) {
    var words = new ArrayList<String>();
    Matcher matcher = Pattern.compile("(?:\\{\\{.*?}}|\\S)+").matcher(text);
    while (matcher.find()) {
      words.add(matcher.group());
    }
    return words;
  }

  private static void add(List<Point> points, String word) {
    Matcher gap = GAP.matcher(word);
    Matcher histogram = HISTOGRAM.matcher(word);
    Matcher number = SHAPE.matcher(word);
    if (gap.matches()) {
      repeat(points, new Point.Gap(), gap.group(1) == null ? 1 : count(gap.group(1)));
    } else if (word.equals("stale")) {
      points.add(new Point.Sample(StaleMarker.VALUE));
    } else if (histogram.matches()) {
      String times = histogram.group(1);
      repeat(points, new Point.Histogram(), times == null ? 1 : count(times) + 1);
    } else if (number.matches()) {
      double value = Numbers.parse(number.group(1));
      double delta = number.group(3) == null ? 0 : Numbers.parse(number.group(3));
      int times = number.group(4) == null ? 0 : count(number.group(4));
      for (int i = 0; i <= times; i++) {
        points.add(new Point.Sample(value));
        value += "-".equals(number.group(2)) ? -delta : delta;
      }
    } else {
      throw new IllegalArgumentException("no value: " + word);
    }
  }

  private static void repeat(List<Point> points, Point point, int times) {
    for (int i = 0; i < times; i++) {
      points.add(point);
    }
  }

  private static int count(String digits) {
    return Integer.parseInt(digits);
  }

  boolean hasHistograms() {
    return points.stream().anyMatch(Point.Histogram.class::isInstance);
  }
}
