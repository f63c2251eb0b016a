package dev.tidemill.bench.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What both are asked.
 *
 * @param tiny of one series: the goal is twice Prometheus' time instead of once
 */
record Question(String name, String text, boolean tiny, String path, Map<String, String> form) {

  static List<Question> all(long start, long end) {
    var all = new ArrayList<Question>();
    String rate = "rate(http_requests_total[5m])";
    String buckets = "rate(http_duration_seconds_bucket[5m])";
    String one = "node_load{instance=\"host-7\"}";
    all.add(range("selector, 100 series", "node_load", false, start, end, 60));
    all.add(range("sum of rates, 400 series", "sum by (job) (" + rate + ")", false, start, end, 60));
    all.add(range("topk of rates, 400 series", "topk(5, " + rate + ")", false, start, end, 60));
    all.add(
        range(
            "histogram_quantile, 240 series",
            "histogram_quantile(0.95, sum by (job, le) (" + buckets + "))",
            false,
            start,
            end,
            60));
    all.add(
        range(
            "join, 100 × 100 series",
            "node_load * on (instance) group_left (zone) node_info",
            false,
            start,
            end,
            60));
    all.add(range("max_over_time 1h, 100 series", "max_over_time(node_load[1h])", false, start, end, 60));
    all.add(range("avg_over_time 1h, 100 series", "avg_over_time(node_load[1h])", false, start, end, 60));
    all.add(range("quantile_over_time 1h, 100 series", "quantile_over_time(0.9, node_load[1h])", false, start, end, 240));
    all.add(range("all series, 6 h", "count({__name__=~\".+\"})", false, end - 6 * 3_600_000, end, 60));
    all.add(instant("sum of rates now, 400 series", "sum by (job) (" + rate + ")", false, end));
    all.add(range("one series, 24 h", one, true, start, end, 60));
    all.add(range("rate of one series, 1 h", "rate(http_requests_total{instance=\"host-3\",job=\"job-1\",code=\"200\"}[5m])", true, end - 3_600_000, end, 15));
    all.add(instant("one series now", one, true, end));
    all.add(instant("1 + 1", "1 + 1", true, end));
    return all;
  }

  private static Question range(
      String name, String text, boolean tiny, long start, long end, int step) {
    return new Question(
        name,
        text,
        tiny,
        "/api/v1/query_range",
        Map.of(
            "query", text,
            "start", String.valueOf(start / 1000),
            "end", String.valueOf(end / 1000),
            "step", String.valueOf(step)));
  }

  private static Question instant(String name, String text, boolean tiny, long at) {
    return new Question(
        name, text, tiny, "/api/v1/query", Map.of("query", text, "time", String.valueOf(at / 1000)));
  }

  byte[] ask(Peer peer) throws Exception {
    Peer.Told told = peer.ask(path, form);
    if (!told.ok()) {
      throw new IllegalStateException(peer.name() + ": " + text + ": " + new String(told.body()));
    }
    return told.body();
  }
}
