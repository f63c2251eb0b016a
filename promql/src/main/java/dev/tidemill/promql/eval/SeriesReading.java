package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Leaf.Shift;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.series.TimeRange;

/** Reads all series of a selector, in the order of reduction, into arrays that are used again. */
final class SeriesReading {
  private final EvalFlow flow;
  private final TimeRange range;
  private long[] timestamps = {};
  private double[] values = {};

  /**
   * @param length how far back each step looks, in milliseconds
   */
  SeriesReading(EvalFlow flow, Shift shift, long length) {
    this.flow = flow;
    long first = shift.apply(flow.steps().timestamp(0));
    long last = shift.apply(flow.steps().timestamp(flow.count() - 1));
    this.range = new TimeRange(Math.min(last, first - length + 1), last);
  }

  void each(Selector selector, RangeNode.SamplesSink out) {
    for (Slot slot : Slot.ALL) {
      try (var cursor = flow.source().select(selector, range, slot, flow.budget())) {
        while (cursor.next()) {
          flow.budget().checkpoint();
          Samples samples = cursor.samples();
          if (timestamps.length < samples.size()) {
            timestamps = new long[samples.size()];
            values = new double[samples.size()];
          }
          samples.copyInto(timestamps, values);
          out.accept(cursor.labels(), false, timestamps, values, samples.size());
        }
      }
    }
  }

  /** Closes the gaps that stale markers leave; how many samples remain. */
  static int withoutStale(long[] timestamps, double[] values, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (!StaleMarker.is(values[i])) {
        timestamps[kept] = timestamps[i];
        values[kept++] = values[i];
      }
    }
    return kept;
  }
}
