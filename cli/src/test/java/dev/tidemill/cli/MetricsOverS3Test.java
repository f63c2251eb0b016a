package dev.tidemill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.store.Migrations;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.metrics.MetricStore;
import dev.tidemill.metrics.catalogue.Segment;
import dev.tidemill.metrics.catalogue.SegmentSweep;
import dev.tidemill.metrics.compact.Compaction;
import dev.tidemill.metrics.compact.MetricUpkeep;
import dev.tidemill.metrics.ingest.SampleList;
import dev.tidemill.promql.eval.EvalOptions;
import dev.tidemill.promql.eval.Evaluator;
import dev.tidemill.promql.eval.Value;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.promql.syntax.Query;
import dev.tidemill.storage.s3.S3Address;
import dev.tidemill.storage.s3.S3ObjectStore;
import dev.tidemill.storage.s3.S3Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of samples whose segments are objects in S3. */
@Tag("Q3")
@Tag("R13")
class MetricsOverS3Test {
  private static final Duration OLD = Duration.ofDays(3);
  private static final Duration YOUNG = Duration.ofHours(7);

  /** Three samples of each of 0 to 9, and of the same with one and two more. */
  private static final double ALL = 3 * (45 + 55 + 65);

  private static final String TENANT = "default";

  private final SystemTime time = new SystemTime();
  private final long now = time.now().toEpochMilli();

  @Test
  void samples_are_stored_asked_for_compacted_and_dropped(@TempDir Path folder) throws Exception {
    try (var server = new S3Server();
        Store store =
            Store.open(StoreUrl.sqlite(folder.resolve("tidemill.db")), StoreClock.DATABASE, 4)) {
      new Migrations(store).migrate();
      S3Address bucket = server.newBucket();
      try (var objects = new S3ObjectStore(bucket, server.settings(), time)) {
        MetricStore metrics = store(store, objects);
        metrics.start();
        for (int batch = 0; batch < 3; batch++) {
          metrics.ingester().write(batch(OLD, batch));
          metrics.ingester().write(batch(YOUNG, batch));
        }
        metrics.stop();
      }
      // As another process, which knows nothing yet; reading takes nothing that runs.
      try (var objects = new S3ObjectStore(bucket, server.settings(), time)) {
        MetricStore metrics = store(store, objects);
        List<Segment> fresh = metrics.catalogue().list(TimeRange.ALL);
        assertThat(fresh).hasSizeGreaterThan(2);
        for (Segment segment : fresh) {
          metrics.reader().requireWhole(segment);
        }
        assertThat(sum(metrics, OLD)).isEqualTo(ALL);
        assertThat(sum(metrics, YOUNG)).isEqualTo(ALL);

        upkeep(store, objects, metrics).run(new MetricUpkeep.Payload(null));
        assertThat(metrics.catalogue().list(TimeRange.ALL).size()).isLessThan(fresh.size());
        assertThat(sum(metrics, OLD)).isEqualTo(ALL);
        assertThat(sum(metrics, YOUNG)).isEqualTo(ALL);

        upkeep(store, objects, metrics).run(new MetricUpkeep.Payload("1d"));
        assertThat(sum(metrics, OLD)).isNaN();
        assertThat(sum(metrics, YOUNG)).isEqualTo(ALL);
      }
    }
  }

  private MetricStore store(Store store, S3ObjectStore objects) {
    return MetricStore.of(store, objects, DataSize.ofMebibytes(8), time);
  }

  private MetricUpkeep upkeep(Store store, S3ObjectStore objects, MetricStore metrics) {
    return new MetricUpkeep(
        metrics.catalogue(),
        new Compaction(metrics.catalogue(), objects, time),
        new SegmentSweep(store, objects, TENANT),
        time);
  }

  /** Three samples of ten series: the numbers of batch and series together. */
  private List<SampleList> batch(Duration ago, int batch) {
    var lists = new ArrayList<SampleList>();
    for (int series = 0; series < 10; series++) {
      var list = new SampleList(Labels.of("__name__", "up", "instance", "i" + series));
      for (int i = 0; i < 3; i++) {
        list.add(now - ago.toMillis() - (batch * 3 + i) * 1000L, batch + series);
      }
      lists.add(list);
    }
    return lists;
  }

  /** Of all samples within a minute; NaN when there are none. */
  private double sum(MetricStore metrics, Duration ago) {
    var evaluator = new Evaluator(metrics.reader().forQuery(), EvalOptions.DEFAULT);
    Query query = Query.parse("sum(sum_over_time(up[1m]))");
    Value value = evaluator.instant(query, now - ago.toMillis(), QueryBudget.unlimited()).value();
    List<Value.Point> points = ((Value.Vector) value).points();
    return points.isEmpty() ? Double.NaN : points.getFirst().value();
  }
}
