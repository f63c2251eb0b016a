package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.StaleMarker;
import java.util.List;

/** The reduction as the design states it, one number at a time: within slots, then over slots. */
final class NaiveReduction {
  private double sum;
  private double error;
  private double least = StaleMarker.VALUE;
  private double most = StaleMarker.VALUE;
  private long count;

  static double of(Aggregation aggregation, List<List<Double>> slots) {
    double result = plain(aggregation, slots);
    if (aggregation == Aggregation.AVG && !Double.isFinite(result) && !StaleMarker.is(result)) {
      // A mean of numbers is a number though their sum is too large: the same in larger units.
      List<List<Double>> scaled =
          slots.stream().map(slot -> slot.stream().map(v -> v / 0x1p64).toList()).toList();
      return plain(aggregation, scaled) * 0x1p64;
    }
    return result;
  }

  private static double plain(Aggregation aggregation, List<List<Double>> slots) {
    var total = new NaiveReduction();
    for (List<Double> slot : slots) {
      var part = new NaiveReduction();
      for (double value : slot) {
        part.take(value, 0, value, value, 1);
      }
      if (part.count > 0) {
        total.take(part.sum, part.error, part.least, part.most, part.count);
      }
    }
    return total.finish(aggregation);
  }

  private void take(double value, double carried, double low, double high, long n) {
    if (count == 0) {
      sum = value;
      error = carried;
      least = low;
      most = high;
    } else {
      double next = sum + value;
      if (Double.isInfinite(next)) {
        error = 0;
      } else {
        boolean larger = Math.abs(sum) >= Math.abs(value);
        error += larger ? (sum - next) + value : (value - next) + sum;
      }
      error += carried;
      sum = next;
      least = (Double.isNaN(least) && !Double.isNaN(low)) || low < least ? low : least;
      most = (Double.isNaN(most) && !Double.isNaN(high)) || high > most ? high : most;
    }
    count += n;
  }

  private double finish(Aggregation aggregation) {
    if (count == 0) {
      return StaleMarker.VALUE;
    }
    double total = Double.isInfinite(sum) ? sum : sum + error;
    return switch (aggregation) {
      case SUM -> total;
      case AVG -> total / count;
      case COUNT -> count;
      case MIN -> least;
      case MAX -> most;
    };
  }
}
