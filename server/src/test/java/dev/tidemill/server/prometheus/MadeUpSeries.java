package dev.tidemill.server.prometheus;

import dev.tidemill.wire.prometheus.v1.Label;
import dev.tidemill.wire.prometheus.v1.Sample;
import dev.tidemill.wire.prometheus.v1.TimeSeries;
import dev.tidemill.wire.prometheus.v1.WriteRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.xerial.snappy.Snappy;

/**
 * Gauges, counters that begin again, buckets, constants and series with gaps, over 50 minutes: a
 * Prometheus that has seen a sample takes none that is an hour older.
 *
 * <p>Samples never lie on a whole second and questions always do, because 2 counts the sample on
 * the very beginning of a window and 3 does not.
 */
final class MadeUpSeries {
  static final int SAMPLES = 200;
  static final long INTERVAL = 15_000;

  /** What ends a series, by its bits. */
  private static final double STALE = Double.longBitsToDouble(0x7ff0000000000002L);

  private final String prefix;
  private final long start;
  private final Random random = new Random(6);
  private final WriteRequest.Builder request = WriteRequest.newBuilder();
  private int series;

  /**
   * @param prefix of all names, so that runs that share a server do not meet
   * @param start in milliseconds, a whole minute
   */
  MadeUpSeries(String prefix, long start) {
    this.prefix = prefix;
    this.start = start;
    for (int instance = 0; instance < 6; instance++) {
      String name = "i" + instance;
      Map<String, String> where =
          Map.of("instance", name, "zone", String.valueOf((char) ('a' + instance % 3)));
      add("load", where, walk(instance));
      add("info", Map.of("instance", name, "version", "v" + instance % 2), at -> 1);
      add("gappy", Map.of("instance", name), gappy(instance));
      for (String job : new String[] {"api", "web"}) {
        for (String code : new String[] {"200", "500"}) {
          add("requests_total", Map.of("instance", name, "job", job, "code", code), counter());
        }
      }
    }
    buckets("api");
    buckets("web");
    double[] odd = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -3.5, 0, 1e300};
    add("odd", Map.of("kind", "mixed"), at -> odd[at % odd.length]);
    add("odd", Map.of("kind", "plain"), at -> at - 100);
  }

  byte[] remoteWrite() throws IOException {
    return Snappy.compress(request.build().toByteArray());
  }

  private IntToDoubleFunction walk(int instance) {
    double[] level = {20 + 10 * instance};
    return at -> {
      level[0] = Math.max(1, level[0] + random.nextInt(-300, 301) / 100.0);
      // No two are ever equal, so that it is clear which is the largest.
      return Math.round(level[0] * 100) / 100.0 + instance * 0.0013;
    };
  }

  private IntToDoubleFunction counter() {
    double[] count = {0};
    return at -> {
      count[0] = random.nextInt(60) == 0 ? random.nextInt(5) : count[0] + random.nextInt(40);
      return count[0];
    };
  }

  /** Some are said to have ended; others are just silent, for longer than anybody looks back. */
  private IntToDoubleFunction gappy(int instance) {
    if (instance % 2 == 1) {
      return at -> (at + 7 * instance) % 60 < 30 ? at + instance * 0.5 : Double.MIN_VALUE;
    }
    return at ->
        switch ((at / 10 + instance) % 5) {
          case 3 -> STALE;
          case 4 -> Double.MIN_VALUE;
          default -> at + instance * 0.5;
        };
  }

  private void buckets(String job) {
    String[] bounds = {"0.1", "0.5", "1", "5", "+Inf"};
    double[][] counts = new double[bounds.length][SAMPLES];
    for (int at = 0; at < SAMPLES; at++) {
      double below = 0;
      for (int bound = 0; bound < bounds.length; bound++) {
        below += 1 + random.nextInt(9);
        counts[bound][at] = (at == 0 ? 0 : counts[bound][at - 1]) + below;
      }
    }
    for (int bound = 0; bound < bounds.length; bound++) {
      double[] own = counts[bound];
      // All of a histogram are scraped at once.
      series = job.equals("api") ? 900 : 901;
      add("seconds_bucket", Map.of("job", job, "le", bounds[bound]), at -> own[at]);
    }
  }

  private void add(String name, Map<String, String> labels, IntToDoubleFunction value) {
    var sorted = new TreeMap<>(labels);
    sorted.put("__name__", prefix + name);
    var one = TimeSeries.newBuilder();
    sorted.forEach((n, v) -> one.addLabels(Label.newBuilder().setName(n).setValue(v)));
    long offset = 1_037 + series++ * 317L % 12 * 1_000;
    for (int at = 0; at < SAMPLES; at++) {
      double now = value.applyAsDouble(at);
      // Stands for no sample.
      if (now != Double.MIN_VALUE) {
        one.addSamples(
            Sample.newBuilder().setTimestamp(start + at * INTERVAL + offset).setValue(now));
      }
    }
    request.addTimeseries(one);
  }
}
