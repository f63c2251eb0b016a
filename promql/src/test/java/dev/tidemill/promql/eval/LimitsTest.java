package dev.tidemill.promql.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.promql.PromqlError;
import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.MemorySeries;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.QueryBudget.Limits;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.SeriesCursor;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.syntax.Query;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query that is too much ends with an error, one that nobody waits for ends soon. */
@Tag("Q10")
class LimitsTest {
  private static final int SERIES = 100;
  private static final int SAMPLES = 1000;
  private static final StepGrid GRID = new StepGrid(0, 999_000, Duration.ofSeconds(1));
  private static final Evaluator EVALUATOR =
      new Evaluator(new MemorySeries(data()), EvalOptions.DEFAULT);

  @Test
  void too_many_series_samples_steps_or_values_are_refused_with_the_limit() {
    assertThat(refused("m", new Limits(99, 1_000_000, 1_000_000, 10_000)))
        .isEqualTo("the query reads more than 99 series");
    assertThat(refused("sum(m)", new Limits(1000, 99_999, 1_000_000, 10_000)))
        .isEqualTo("the query reads more than 99999 samples");
    assertThat(refused("m", new Limits(1000, 1_000_000, 50_000, 10_000)))
        .isEqualTo("the query holds more than 50000 values in memory");
    assertThat(refused("m", new Limits(1000, 1_000_000, 1_000_000, 999)))
        .isEqualTo("the query has more than 999 steps");
  }

  @Test
  void what_streams_is_not_held() {
    var limits = new Limits(1000, 1_000_000, 5_000, 10_000);

    assertThat(range("sum(rate(m[1m]))", limits)).isNotNull();
    assertThat(refused("sum by (i) (m)", limits)).contains("holds more than 5000 values");
    assertThat(refused("topk(1, m)", limits)).contains("holds more than 5000 values");
  }

  @Test
  void a_subquery_has_steps_too() {
    var limits = new Limits(1000, 10_000_000, 10_000_000, 5_000);

    assertThat(refused("sum_over_time(m[1h:1ms])", limits)).contains("more than 5000 steps");
    assertThat(refused("sum_over_time(m[200y:1ms])", Limits.NONE)).contains("steps");
  }

  @Test
  void a_query_within_its_limits_says_what_it_read() {
    var budget = new QueryBudget(new Limits(SERIES, SERIES * SAMPLES, SERIES * SAMPLES, 1000));
    EVALUATOR.range(Query.parse("m"), GRID, budget);

    assertThat(budget.seriesRead()).isEqualTo(SERIES);
    assertThat(budget.samplesRead()).isEqualTo(SERIES * SAMPLES);
  }

  /** The interrupt comes when all is read, so that only what computes can still notice it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "m",
        "abs(m)",
        "sum(m)",
        "rate(m[5m])",
        "quantile(0.5, m)",
        "topk(1, m)",
        "count_values(\"v\", m)",
        "histogram_quantile(0.5, m)",
        "label_join(m, \"a\", \"b\")",
        "absent(rate(m[5m]))",
        "scalar(max_over_time(m[5m:1s]))",
        "sum(m) / sum(m)",
        "m or m"
      })
  void an_interrupted_query_ends_and_leaves_the_interrupt(String query) {
    var memory = new MemorySeries(data());
    SeriesSource source =
        (selector, range, slot, budget) -> {
          SeriesCursor cursor = memory.select(selector, range, slot, budget);
          if (slot.number() == Slot.COUNT - 1) {
            Thread.currentThread().interrupt();
          }
          return cursor;
        };
    try {
      var evaluator = new Evaluator(source, EvalOptions.DEFAULT);
      var failure =
          catchThrowableOfType(
              TidemillException.class,
              () -> evaluator.range(Query.parse(query), GRID, QueryBudget.unlimited()));

      assertThat(failure).isNotNull();
      assertThat(failure.code()).isEqualTo(PromqlError.QUERY_CANCELLED);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  /** Each would run for many minutes over a single series; interrupted in the midst of it. */
  @ParameterizedTest
  @ValueSource(
      strings = {"quantile_over_time(0.5, big[1m])", "quantile_over_time(0.5, big[1m:1ms])"})
  void a_query_that_nobody_waits_for_any_more_ends_soon(String query) {
    long[] times = LongStream.range(0, 200_000).toArray();
    double[] values = LongStream.range(0, 200_000).mapToDouble(i -> i * 7919 % 10_007).toArray();
    var source = new MemorySeries(Map.of(Labels.of("__name__", "big"), Samples.of(times, values)));
    var grid = new StepGrid(60_000, 200_000, Duration.ofMillis(1));
    var ended = new AtomicReference<Throwable>();
    Thread thread =
        Thread.ofPlatform()
            .name("query-under-test")
            .uncaughtExceptionHandler((t, e) -> ended.set(e))
            .start(
                () ->
                    new Evaluator(source, EvalOptions.DEFAULT)
                        .range(Query.parse(query), grid, QueryBudget.unlimited()));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                Arrays.stream(thread.getStackTrace())
                    .anyMatch(frame -> frame.getClassName().endsWith(".Quantiles")));
    thread.interrupt();

    await().atMost(Duration.ofSeconds(60)).until(() -> !thread.isAlive());
    assertThat(ended.get()).isInstanceOf(TidemillException.class);
    assertThat(((TidemillException) ended.get()).code()).isEqualTo(PromqlError.QUERY_CANCELLED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"m @ 2e15", "m @ -2e15 offset 290y", "sum_over_time(m[290y:1y] @ 2e15)"})
  void times_far_away_are_only_empty(String query) {
    assertThat(range(query, Limits.NONE).value()).isEqualTo(new Value.Matrix(List.of()));
  }

  @Test
  void labels_that_double_and_double_end_before_memory_does() {
    for (String doubled :
        List.of(
            "label_join(%s, \"l\", \"\", \"l\", \"l\", \"i\")",
            "label_replace(%s, \"l\", \"${1}${1}x\", \"l\", \"(.*)\")")) {
      String query = "m{i=\"1\"}";
      for (int i = 0; i < 60; i++) {
        query = doubled.formatted(query);
      }
      Query parsed = Query.parse(query);
      var failure =
          catchThrowableOfType(
              TidemillException.class, () -> EVALUATOR.instant(parsed, 0, QueryBudget.unlimited()));

      assertThat(failure.code()).isEqualTo(PromqlError.QUERY_FAILED);
    }
  }

  @Test
  void times_out_of_bounds_are_refused() {
    var failure =
        catchThrowableOfType(
            TidemillException.class,
            () -> EVALUATOR.instant(Query.parse("m"), Long.MAX_VALUE - 1, QueryBudget.unlimited()));

    assertThat(failure.code()).isEqualTo(PromqlError.QUERY_INVALID);
  }

  @Test
  void the_deepest_query_evaluates_on_a_small_stack() throws Exception {
    var failure = new AtomicReference<Throwable>();
    Runnable queries =
        () -> {
          range("1" + "+1".repeat(190), Limits.NONE);
          range("m{i=\"1\"}" + " or m{i=\"1\"}".repeat(190), Limits.NONE);
          range("abs(".repeat(190) + "m{i=\"1\"}" + ")".repeat(190), Limits.NONE);
          range("sum(".repeat(190) + "m{i=\"1\"}" + ")".repeat(190), Limits.NONE);
        };
    Thread thread = new Thread(null, queries, "small-stack", 768 * 1024);
    thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
    thread.start();
    thread.join(Duration.ofMinutes(2));

    assertThat(thread.isAlive()).isFalse();
    assertThat(failure.get()).isNull();
  }

  private static Answer range(String query, Limits limits) {
    return EVALUATOR.range(Query.parse(query), GRID, new QueryBudget(limits));
  }

  private static String refused(String query, Limits limits) {
    var failure = catchThrowableOfType(TidemillException.class, () -> range(query, limits));
    assertThat(failure).as(query).isNotNull();
    assertThat(failure.code()).isEqualTo(PromqlError.QUERY_TOO_LARGE);
    return failure.problem().message();
  }

  private static Map<Labels, Samples> data() {
    var series = new HashMap<Labels, Samples>();
    for (int i = 0; i < SERIES; i++) {
      double offset = i;
      series.put(
          Labels.of("__name__", "m", "i", "" + i),
          Samples.of(
              LongStream.range(0, SAMPLES).map(at -> at * 1000).toArray(),
              LongStream.range(0, SAMPLES).mapToDouble(at -> at + offset).toArray()));
    }
    return series;
  }
}
