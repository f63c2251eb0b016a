package dev.tidemill.metrics;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.service.BaseService;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.metrics.catalogue.Catalogue;
import dev.tidemill.metrics.catalogue.SqlCatalogue;
import dev.tidemill.metrics.ingest.IngestSettings;
import dev.tidemill.metrics.ingest.Ingester;
import dev.tidemill.metrics.read.DecodedCache;
import dev.tidemill.metrics.read.SegmentReader;
import dev.tidemill.storage.ObjectStore;

/** The metric samples of one tenant, to write and to read. Reading works also when stopped. */
public final class MetricStore extends BaseService {
  private final Catalogue catalogue;
  private final Ingester ingester;
  private final SegmentReader reader;

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
  }

  /** With what is right for most; a quarter of the heap keeps decoded samples. */
  public static MetricStore of(Store store, ObjectStore objects, TimeSource time) {
    return new MetricStore(
        new SqlCatalogue(store, "default"),
        objects,
        IngestSettings.DEFAULT,
        new DataSize(Runtime.getRuntime().maxMemory() / 4),
        time);
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
  }

  @Override
  protected void close() {
    ingester.stop();
  }
}
