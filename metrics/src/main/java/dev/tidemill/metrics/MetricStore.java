package dev.tidemill.metrics;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.metrics.catalogue.Catalogue;
import dev.tidemill.metrics.catalogue.SegmentSweep;
import dev.tidemill.metrics.catalogue.SqlCatalogue;
import dev.tidemill.metrics.compact.Compaction;
import dev.tidemill.metrics.ingest.IngestSettings;
import dev.tidemill.metrics.ingest.Ingester;
import dev.tidemill.metrics.read.DecodedCache;
import dev.tidemill.metrics.read.SegmentReader;
import dev.tidemill.storage.ObjectStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The metric samples of one tenant, to write and to read. Reading works also when stopped. While it
 * runs, it compacts and sweeps; several that do so at once only waste effort.
 */
public final class MetricStore extends BaseService {
  private static final Duration COMPACT_EVERY = Duration.ofSeconds(20);
  private static final Duration SWEEP_EVERY = Duration.ofHours(1);

  private final Catalogue catalogue;
  private final Ingester ingester;
  private final SegmentReader reader;
  private final Compaction compaction;
  private final List<Loop> loops = new ArrayList<>();

  public MetricStore(
      Catalogue catalogue,
      ObjectStore objects,
      IngestSettings settings,
      DataSize cache,
      TimeSource time) {
    super("metric store");
    this.catalogue = catalogue;
    this.ingester = new Ingester(catalogue, objects, settings, time);
    this.reader = new SegmentReader(catalogue, objects, new DecodedCache(cache));
    this.compaction = new Compaction(catalogue, objects, time);
  }

  /** With what is right for most; a quarter of the heap keeps decoded samples. */
  public static MetricStore of(Store store, ObjectStore objects, TimeSource time) {
    var metrics =
        new MetricStore(
            new SqlCatalogue(store, "default"),
            objects,
            IngestSettings.DEFAULT,
            new DataSize(Runtime.getRuntime().maxMemory() / 4),
            time);
    var sweep = new SegmentSweep(store, objects, "default");
    metrics.every("compaction", COMPACT_EVERY, metrics.compaction::run, time);
    metrics.every("sweep", SWEEP_EVERY, sweep::sweep, time);
    return metrics;
  }

  private void every(String what, Duration pause, Callable<?> work, TimeSource time) {
    loops.add(
        new Loop(
            "metrics " + what,
            time,
            () -> {
              work.call();
              return pause;
            }));
  }

  public Catalogue catalogue() {
    return catalogue;
  }

  public Ingester ingester() {
    return ingester;
  }

  public SegmentReader reader() {
    return reader;
  }

  @Override
  protected void open() {
    ingester.start();
    loops.forEach(Loop::start);
  }

  @Override
  protected void close() {
    loops.forEach(Loop::stop);
    ingester.stop();
  }
}
