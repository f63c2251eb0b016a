package dev.tidemill.metrics;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.service.Loop;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.store.SqlDocuments;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.metrics.catalogue.Catalogue;
import dev.tidemill.metrics.catalogue.SqlCatalogue;
import dev.tidemill.metrics.compact.Compaction;
import dev.tidemill.metrics.ingest.IngestSettings;
import dev.tidemill.metrics.ingest.Ingester;
import dev.tidemill.metrics.metadata.MetadataBook;
import dev.tidemill.metrics.read.DecodedCache;
import dev.tidemill.metrics.read.SegmentReader;
import dev.tidemill.storage.ObjectStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The metric samples of one tenant, to write and to read. Reading works also when stopped. While it
 * runs, it keeps fresh segments few; the rest of the upkeep is a job. Several that do so at once
 * only waste effort.
 */
public final class MetricStore extends BaseService {
  private static final String TENANT = "default";
  private static final Duration SHORTEN_EVERY = Duration.ofSeconds(20);

  private final Catalogue catalogue;
  private final Ingester ingester;
  private final SegmentReader reader;
  private final Compaction compaction;
  private final MetadataBook metadata;
  private final List<Loop> loops = new ArrayList<>();

  public MetricStore(
      Catalogue catalogue,
      MetadataBook metadata,
      ObjectStore objects,
      IngestSettings settings,
      DataSize cache,
      TimeSource time) {
    super("metric store");
    this.catalogue = catalogue;
    this.metadata = metadata;
    this.ingester = new Ingester(catalogue, objects, settings, time);
    this.reader = new SegmentReader(catalogue, objects, new DecodedCache(cache));
    this.compaction = new Compaction(catalogue, objects, time);
  }

  /** With what is right for most; a quarter of the heap keeps decoded samples. */
  public static MetricStore of(Store store, ObjectStore objects, TimeSource time) {
    return of(store, objects, new DataSize(Runtime.getRuntime().maxMemory() / 4), time);
  }

  public static MetricStore of(Store store, ObjectStore objects, DataSize cache, TimeSource time) {
    var metrics =
        new MetricStore(
            new SqlCatalogue(store, TENANT),
            new MetadataBook(new SqlDocuments(store), TENANT),
            objects,
            IngestSettings.DEFAULT,
            cache,
            time);
    metrics.every("compaction", SHORTEN_EVERY, metrics.compaction::shorten, time);
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

  public MetadataBook metadata() {
    return metadata;
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
