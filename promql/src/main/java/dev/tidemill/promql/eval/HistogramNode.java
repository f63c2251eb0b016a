package dev.tidemill.promql.eval;

import dev.tidemill.promql.function.Buckets;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.StaleMarker;
import dev.tidemill.promql.syntax.Numbers;
import dev.tidemill.promql.syntax.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Functions of classic histograms: series that differ only in {@code le}. */
final class HistogramNode implements ExecNode {
  private static final String BOUND = "le";

  private final ExecNode operand;
  private final Span span;
  private final Prepared prepared;

  /** Made once per evaluation. */
  @FunctionalInterface
  interface Prepared {
    StepValue in(EvalFlow flow);
  }

  /** Makes one number of a histogram. */
  @FunctionalInterface
  interface StepValue {
    double of(int step, Buckets buckets);
  }

  private record Bucket(double bound, Row row) {}

  /**
   * @param span of the operand
   */
  HistogramNode(ExecNode operand, Span span, Prepared prepared) {
    this.operand = operand;
    this.span = span;
    this.prepared = prepared;
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    StepValue function = prepared.in(flow);
    var histograms = new TreeMap<Labels, List<Bucket>>();
    for (Row row : Rows.collect(operand, flow)) {
      String bound = row.labels().get(BOUND);
      try {
        var bucket = new Bucket(Numbers.parseDecimal(bound), row);
        Labels labels = row.labels().keeping(name -> !name.equals(BOUND));
        histograms.computeIfAbsent(labels, l -> new ArrayList<>()).add(bucket);
      } catch (NumberFormatException e) {
        String metric = row.labels().get(Labels.METRIC_NAME);
        flow.annotations().badBucketLabel(metric, bound, span);
      }
    }
    var rows = new ArrayList<Row>();
    histograms.forEach(
        (labels, buckets) -> {
          buckets.sort(Comparator.comparingDouble(Bucket::bound));
          rows.add(new Row(labels, true, values(flow, labels, buckets, function)));
        });
    rows.sort(Rows.REDUCTION_ORDER);
    rows.forEach(out);
  }

  private double[] values(EvalFlow flow, Labels labels, List<Bucket> members, StepValue function) {
    double[] values = Row.none(flow.count());
    var buckets = new Buckets(members.size());
    for (int step = 0; step < values.length; step++) {
      flow.budget().checkpoint();
      buckets.clear();
      for (Bucket bucket : members) {
        double count = bucket.row().values()[step];
        if (!StaleMarker.is(count)) {
          buckets.add(bucket.bound(), count);
        }
      }
      if (!buckets.isEmpty()) {
        values[step] = function.of(step, buckets);
        if (buckets.forced()) {
          long at = flow.steps().timestamp(step);
          flow.annotations()
              .forcedMonotonicity(
                  labels.get(Labels.METRIC_NAME),
                  span,
                  new ForcedMonotonicity(
                      buckets.forcedFrom(), buckets.forcedTo(), buckets.forcedMost(), 1, at, at));
        }
      }
    }
    return values;
  }
}
