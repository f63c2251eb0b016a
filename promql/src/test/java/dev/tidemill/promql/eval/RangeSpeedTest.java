package dev.tidemill.promql.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.time.SystemTime;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.MemorySeries;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.syntax.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prints how long queries take; what it asserts is only that they answer in full. */
@Tag("Q13")
@Tag("deep")
class RangeSpeedTest {
  private static final TimeSource TIME = new SystemTime();
  private static final int SERIES = 1000;
  private static final int SAMPLES = 5760;
  private static final long START = 1_700_000_000_000L;
  private static final long END = START + SAMPLES * 15_000L;
  private static final int RUNS = 7;
  private static final Evaluator EVALUATOR =
      new Evaluator(new MemorySeries(data()), EvalOptions.DEFAULT);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "m_total",
        "sum by (job) (rate(m_total[5m]))",
        "histogram_quantile(0.9, sum by (le, h) (rate(m_total[5m])))",
        "topk(5, rate(m_total[5m]))",
        "rate(m_total[5m]) / on (instance) m_total",
        "max_over_time(m_total[1h])"
      })
  void a_day_of_a_thousand_series(String text) {
    Query query = Query.parse(text);
    for (int step : new int[] {15, 60}) {
      var grid = new StepGrid(START, END, Duration.ofSeconds(step));
      List<Duration> took = new ArrayList<>();
      for (int run = 0; run < RUNS; run++) {
        Duration before = TIME.monotonic();
        Answer answer = EVALUATOR.range(query, grid, QueryBudget.unlimited());
        took.add(TIME.monotonic().minus(before));
        assertThat(((Value.Matrix) answer.value()).series()).isNotEmpty();
      }
      took.sort(null);
      System.out.printf(
          "step %2d s, %d runs: median %5d ms, fastest %5d ms  %s%n",
          step, RUNS, took.get(RUNS / 2).toMillis(), took.getFirst().toMillis(), text);
    }
  }

  @Test
  void a_moment_of_one_series_of_a_thousand() {
    Query query = Query.parse("m_total{instance=\"host7\"}");
    List<Duration> took = new ArrayList<>();
    for (int run = 0; run < 200; run++) {
      Duration before = TIME.monotonic();
      EVALUATOR.instant(query, END - 1000, QueryBudget.unlimited());
      took.add(TIME.monotonic().minus(before));
    }
    took.sort(null);
    System.out.printf("instant, median of 200: %d us%n", took.get(100).toNanos() / 1000);
  }

  private static Map<Labels, Samples> data() {
    var random = new Random(1);
    var data = new HashMap<Labels, Samples>();
    for (int i = 0; i < SERIES; i++) {
      long[] times = new long[SAMPLES];
      double[] values = new double[SAMPLES];
      double counter = random.nextInt(100);
      long offset = random.nextInt(10_000);
      for (int j = 0; j < SAMPLES; j++) {
        times[j] = START + j * 15_000L + offset;
        counter = random.nextInt(4000) == 0 ? 0 : counter + random.nextInt(50);
        values[j] = counter;
      }
      String bound = i % 10 == 9 ? "+Inf" : "" + (i % 10 + 1);
      data.put(
          Labels.of(
              "__name__",
              "m_total",
              "job",
              "job" + i % 7,
              "instance",
              "host" + i,
              "le",
              bound,
              "h",
              "" + i / 10),
          Samples.of(times, values));
    }
    return data;
  }
}
