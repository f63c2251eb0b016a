package dev.tidemill.server.prometheus;

import java.util.List;

/** Questions that 2.42 and 3 answer alike; names lack their prefix, which stands where ~ is. */
final class HandWritten {
  private HandWritten() {}

  static List<String> questions() {
    return QUESTIONS.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  /** Told wrong in the same way, by status and type of error. */
  static List<String> mistakes() {
    return MISTAKES.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  /** What is not compared, and why. */
  static List<String> leftOut() {
    return LEFT_OUT.lines().toList();
  }

  private static final String QUESTIONS =
      """
      1 + 2 * 3 ^ 2 % 5
      -1 ^ 2
      1 > bool 2
      "text"
      time()
      pi()
      vector(3)
      scalar(~load{instance="i3"})
      scalar(~load)
      ~load
      ~load{zone="b"}
      ~load{zone!="b",instance=~"i[0-4]"}
      ~load{instance!~"i(1|2)"}
      ~load{missing=""}
      ~load{missing!=""}
      {__name__="~load",zone="c"}
      ~nothing
      ~load offset 3m
      ~load offset -2m
      ~load @ end()
      ~load @ start() offset 2m
      -~load
      +~load
      ~load + ~load
      ~load - 10
      2 ^ (~load / 20)
      ~load % 7
      ~load > 30
      ~load <= bool 30
      10 < ~load
      ~load == ~load
      ~load != bool ~load
      ~load atan2 on (instance, zone) ~load
      ~load * on (instance) group_left (version) ~info
      ~info * on (instance) group_right (version) ~load
      ~load * ignoring (zone) group_left sum by (instance) (~requests_total)
      sum by (instance, job) (~requests_total) / on (instance) group_left sum by (instance) (~requests_total)
      ~requests_total{code="500"} / ignoring (code) ~requests_total{code="200"}
      ~load and on (instance) (~info{version="v1"} == 1)
      ~load unless on (instance) ~info{version="v1"}
      ~load{zone="a"} or ~load
      ~load or on (instance) ~info
      sum(~load)
      avg by (zone) (~load)
      min without (instance) (~load)
      max(~load) by (zone)
      count by (version) (~info)
      group by (zone) (~load)
      stddev(~load)
      stdvar by (zone) (~load)
      topk(2, ~load)
      bottomk by (zone) (1, ~load)
      quantile(0.3, ~load)
      quantile(1.5, ~load)
      count_values("value", ~info)
      count_values by (version) ("n", ~info * 2)
      sort(~load)
      sort_desc(~load)
      rate(~requests_total[5m])
      sum by (job) (rate(~requests_total[2m]))
      increase(~requests_total[10m])
      irate(~requests_total[1m])
      delta(~load[5m])
      idelta(~load[5m])
      deriv(~load[10m])
      predict_linear(~load[10m], 600)
      changes(~requests_total[10m])
      resets(~requests_total[20m])
      avg_over_time(~load[7m])
      min_over_time(~load[7m])
      max_over_time(~load[7m])
      sum_over_time(~load[7m])
      count_over_time(~gappy[7m])
      last_over_time(~gappy[7m])
      present_over_time(~gappy[7m])
      stddev_over_time(~load[7m])
      stdvar_over_time(~load[7m])
      quantile_over_time(0.9, ~load[7m])
      absent_over_time(~nothing[5m])
      absent_over_time(~load{instance="i1"}[5m])
      absent(~nothing{job="x"})
      absent(~load)
      ~gappy
      sum(~gappy)
      count_over_time(~gappy[30s])
      ~odd
      ~odd * 2
      min_over_time(~odd[2m])
      max_over_time(~odd[2m])
      count_over_time(~odd[2m])
      last_over_time(~odd[2m])
      ~odd{kind="plain"} > bool 0
      abs(~odd{kind="plain"})
      sgn(~odd{kind="plain"})
      ceil(~load)
      floor(~load)
      round(~load, 5)
      round(~load)
      exp(~load / 50)
      ln(~load)
      log2(~load)
      log10(~load)
      sqrt(~odd{kind="plain"})
      sin(~load)
      cos(~load)
      tan(~load / 100)
      asin(~load / 200)
      acos(~load / 200)
      atan(~load)
      sinh(~load / 50)
      cosh(~load / 50)
      tanh(~load / 50)
      deg(~load)
      rad(~load)
      clamp(~load, 20, 40)
      clamp_min(~load, 30)
      clamp_max(~load, 30)
      clamp(~load, 40, 20)
      timestamp(~load)
      minute(timestamp(~load))
      hour()
      day_of_week(vector(1700000000))
      day_of_month(vector(1700000000))
      day_of_year(vector(1700000000))
      days_in_month(vector(1700000000))
      month(vector(1700000000))
      year(vector(1700000000))
      label_replace(~load, "host", "$1-x", "instance", "i(.*)")
      label_replace(~load, "instance", "", "zone", "a")
      label_join(~load, "both", "-", "zone", "instance")
      histogram_quantile(0.9, rate(~seconds_bucket[5m]))
      histogram_quantile(0.5, sum by (le) (rate(~seconds_bucket[5m])))
      histogram_quantile(0, ~seconds_bucket)
      histogram_quantile(2, ~seconds_bucket)
      max_over_time(rate(~requests_total[2m])[10m:30s])
      avg_over_time(sum(~load)[10m:1m])
      rate(sum by (job) (~requests_total)[10m:1m])
      sum_over_time(vector(1)[10m:])
      quantile_over_time(0.5, (~load + 1)[5m:30s] offset 1m)
      max_over_time(~load[10m:30s] @ end())
      min_over_time(max_over_time(~load[2m])[5m:30s])
      ~load[1m]
      ~gappy[4m] offset 2m
      """;

  private static final String MISTAKES =
      """
      sum(
      ~load{
      ~load{a=1}
      {}
      ~load[5m
      ~load offset
      nothing_like_it(~load)
      rate(~load)
      sum(~load[5m])
      1 + "a"
      sum by (instance ~load
      topk(~load)
      ~load and 1
      1 and 2
      1 > 2
      ~load{zone=~"["}
      label_replace(~load, "x", "$1", "zone", "(")
      label_replace(~load, "instance", "same", "zone", ".*")
      ~load + on (zone) ~load
      ~load * on (zone) group_left ~load
      ~requests_total / on (instance) ~load
      count_values("", ~load)
      "a" + 1
      ~load[5m:1m:1m]
      ~load @ x
      """;

  private static final String LEFT_OUT =
      """
      samples on the first moment of a window or subquery: 2 counts them, 3 does not
      sum by (__name__) of functions: 3 drops the name late
      names and labels in UTF-8, numbers as durations, first_over_time, holt_winters and its new name: 3 only, or renamed
      experimental functions: 2.42 has none of them
      native histograms: not stored
      infos, warnings, the words of errors: 3 says more; status and type of error are compared
      topk among equals: either may be chosen
      rates whose window begins before the counter does: 3 goes less far back to where it was zero
      stddev and stdvar of a single NaN or infinity: 2 says 0
      the name behind atan2: 2 keeps it
      labels and series from a later to an earlier time: 2 finds nothing, later ones refuse it
      """;
}
