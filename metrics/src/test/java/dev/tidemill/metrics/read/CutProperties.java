package dev.tidemill.metrics.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.metrics.MetricsFixture;
import dev.tidemill.metrics.compact.Compaction;
import dev.tidemill.metrics.ingest.Ingester;
import dev.tidemill.metrics.ingest.SampleList;
import dev.tidemill.promql.eval.EvalOptions;
import dev.tidemill.promql.eval.Evaluator;
import dev.tidemill.promql.fuzz.Bits;
import dev.tidemill.promql.fuzz.RandomQuery;
import dev.tidemill.promql.fuzz.RandomSeries;
import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.MemorySeries;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.promql.syntax.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** Random queries over samples that were cut into segments at awkward places, then compacted. */
@Tag("Q2")
@Tag("Q3")
class CutProperties {
  private static final int QUERIES = 40;

  @Property(tries = 12)
  void segments_cut_anywhere_give_the_bits_of_one_piece(@ForAll long seed) throws Exception {
    var random = new Random(seed);
    // Around the seam of two windows, which lies within the ten minutes that series have.
    long shift = 7_200_000L * random.nextInt(3) - random.nextInt(600_000);
    Map<Labels, Samples> whole = shifted(new RandomSeries(random).samples(), shift);
    Path folder = Files.createTempDirectory("cut");
    try (var metrics = new MetricsFixture(folder)) {
      write(metrics, whole, random);

      assertThat(MetricsFixture.bits(metrics.readAll())).isEqualTo(MetricsFixture.bits(whole));
      SeriesSource one = new MemorySeries(whole);
      for (int i = 0; i < QUERIES; i++) {
        if (i == QUERIES / 2) {
          new Compaction(metrics.catalogue, metrics.objects, new SystemTime()).run();
          assertThat(metrics.catalogue.list(TimeRange.ALL)).hasSizeLessThan(3);
        }
        Query query = Query.parse(new RandomQuery(random, true).any());
        var grid = new StepGrid(shift, shift + 640_000, Duration.ofSeconds(20));
        assertThat(answer(query, grid, metrics.reader.forQuery()))
            .as(query.text())
            .isEqualTo(answer(query, grid, one));
      }
    } finally {
      delete(folder);
    }
  }

  /** Dealt out to several requests, in any order, some twice; first a wrong value for some. */
  private static void write(MetricsFixture metrics, Map<Labels, Samples> whole, Random random)
      throws InterruptedException {
    var samples = new ArrayList<Sample>();
    whole.forEach(
        (labels, all) -> {
          for (int i = 0; i < all.size(); i++) {
            samples.add(new Sample(labels, all.timestamp(i), all.value(i)));
          }
        });
    Collections.shuffle(samples, random);
    Ingester ingester = metrics.ingester(MetricsFixture.FAST);
    try {
      ingester.write(lists(samples.subList(0, 20).stream().map(Sample::spoilt).toList()));
      for (int from = 0; from < samples.size(); ) {
        int to = Math.min(samples.size(), from + 1 + random.nextInt(400));
        ingester.write(lists(samples.subList(Math.max(0, from - random.nextInt(9)), to)));
        from = to;
      }
    } finally {
      ingester.stop();
    }
  }

  private record Sample(Labels labels, long time, double value) {
    Sample spoilt() {
      return new Sample(labels, time, value + 1);
    }
  }

  private static List<SampleList> lists(List<Sample> samples) {
    var lists = new TreeMap<Labels, SampleList>();
    samples.forEach(
        sample ->
            lists
                .computeIfAbsent(sample.labels(), SampleList::new)
                .add(sample.time(), sample.value()));
    return List.copyOf(lists.values());
  }

  private static Map<Labels, Samples> shifted(Map<Labels, Samples> series, long by) {
    var shifted = new TreeMap<Labels, Samples>();
    series.forEach(
        (labels, samples) -> {
          long[] times = new long[samples.size()];
          double[] values = new double[samples.size()];
          samples.copyInto(times, values);
          for (int i = 0; i < times.length; i++) {
            times[i] += by;
          }
          shifted.put(labels, Samples.of(times, values));
        });
    return shifted;
  }

  private static List<String> answer(Query query, StepGrid grid, SeriesSource source) {
    try {
      var evaluator = new Evaluator(source, EvalOptions.DEFAULT);
      return Bits.of(evaluator.range(query, grid, QueryBudget.unlimited()).value());
    } catch (TidemillException e) {
      return List.of(e.problem().message());
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
