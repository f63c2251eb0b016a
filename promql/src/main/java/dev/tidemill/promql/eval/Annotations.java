package dev.tidemill.promql.eval;

import dev.tidemill.promql.syntax.Numbers;
import dev.tidemill.promql.syntax.Quoting;
import dev.tidemill.promql.syntax.Span;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a user should know about an answer that is right. Each is told once. */
final class Annotations {
  private final String query;
  private final Set<String> warnings = new LinkedHashSet<>();
  private final Set<String> infos = new LinkedHashSet<>();
  private final Map<String, ForcedMonotonicity> forced = new LinkedHashMap<>();

  Annotations(String query) {
    this.query = query;
  }

  void quantileOutside(double q, Span span) {
    warn("quantile value should be between 0 and 1, got " + Numbers.format(q), span);
  }

  void badBucketLabel(String metric, String label, Span span) {
    warn(
        "bucket label \"le\" is missing or has a malformed value of "
            + Quoting.quote(label)
            + forMetric(metric),
        span);
  }

  void sortInRange(Span span) {
    warn("sort is ineffective for range queries since results are always ordered by labels", span);
  }

  void notACounter(String metric, Span span) {
    infos.add(
        "PromQL info: metric might not be a counter, name does not end in"
            + " _total/_sum/_count/_bucket: "
            + Quoting.quote(metric)
            + place(span));
  }

  /** Many of these become one that says how many. */
  void forcedMonotonicity(String metric, Span span, ForcedMonotonicity how) {
    forced.merge(forMetric(metric) + "\n" + place(span), how, ForcedMonotonicity::and);
  }

  private void warn(String text, Span span) {
    warnings.add("PromQL warning: " + text + place(span));
  }

  private String place(Span span) {
    return " (" + span.position(query) + ")";
  }

  private static String forMetric(String metric) {
    return metric.isEmpty() ? "" : " for metric name " + Quoting.quote(metric);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  List<String> infos() {
    var all = new LinkedHashSet<>(infos);
    forced.forEach(
        (key, how) -> {
          List<String> metricAndPlace = key.lines().toList();
          all.add(
              "PromQL info: input to histogram_quantile needed to be fixed for monotonicity (see"
                  + " https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile)"
                  + metricAndPlace.get(0)
                  + how.text()
                  + metricAndPlace.get(1));
        });
    return List.copyOf(all);
  }
}
