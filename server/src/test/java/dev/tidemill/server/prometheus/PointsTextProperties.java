package dev.tidemill.server.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

@Tag("Q12")
class PointsTextProperties {

  @Property(tries = 5000)
  void any_bits_are_written_as_the_plain_way_writes_them(@ForAll long bits) {
    requireSame(0, Double.longBitsToDouble(bits));
  }

  @Property(tries = 5000)
  void numbers_of_few_decimals_too(
      @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long digits,
      @ForAll @LongRange(min = 0, max = 8) long decimals) {
    requireSame(0, (double) digits / Math.pow(10, (double) decimals));
  }

  @Property(tries = 5000)
  void ordinary_numbers_too(@ForAll @DoubleRange(min = -1e9, max = 1e9) double value) {
    requireSame(0, value);
  }

  @Property
  void any_time_too(@ForAll @LongRange(min = -(1L << 60), max = 1L << 60) long millis) {
    requireSame(millis, 1.5);
  }

  @Example
  void the_ends_of_what_is_written_quickly_too() {
    double[] ends = {0, -0.0, 1e-4, 9e-5, 1e-3, 1e7, 1e11, 1e15, 1e21, 0.1 + 0.2, Double.MIN_VALUE};
    for (double end : ends) {
      requireSame(0, end);
      requireSame(0, -end);
      requireSame(0, Math.nextUp(end));
      requireSame(0, Math.nextDown(end));
    }
    requireSame(0, Double.NaN);
    requireSame(0, Double.POSITIVE_INFINITY);
    requireSame(0, Double.NEGATIVE_INFINITY);
    requireSame(0, Double.MAX_VALUE);
  }

  private static void requireSame(long millis, double value) {
    var points = new PointsText();
    points.open();
    points.point(millis, value);
    points.point(millis, value);
    points.close();
    String one = "[%s,\"%s\"]".formatted(ValueJson.seconds(millis), ValueJson.number(value));
    assertThat(new String(points.chars(), 0, points.size()))
        .isEqualTo("[%s,%s]".formatted(one, one));
  }
}
