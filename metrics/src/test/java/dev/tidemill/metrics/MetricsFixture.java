package dev.tidemill.metrics;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.store.Migrations;
import dev.tidemill.jobs.store.Store;
import dev.tidemill.jobs.store.StoreClock;
import dev.tidemill.jobs.store.StoreUrl;
import dev.tidemill.metrics.catalogue.Catalogue;
import dev.tidemill.metrics.catalogue.SqlCatalogue;
import dev.tidemill.metrics.ingest.IngestSettings;
import dev.tidemill.metrics.ingest.Ingester;
import dev.tidemill.metrics.ingest.SampleList;
import dev.tidemill.metrics.read.DecodedCache;
import dev.tidemill.metrics.read.SegmentReader;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.storage.LocalObjectStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A metric store in a folder. */
public final class MetricsFixture implements AutoCloseable {
  public static final IngestSettings FAST =
      new IngestSettings(
          Duration.ofMillis(5), 100_000, DataSize.ofMebibytes(64), Duration.ofSeconds(30), 2);

  public final Store store;
  public final LocalObjectStore objects;
  public final Catalogue catalogue;
  public final DecodedCache cache = new DecodedCache(DataSize.ofMebibytes(8));
  public final SegmentReader reader;

  public MetricsFixture(Path folder) {
    this(folder, StoreUrl.sqlite(folder.resolve("tidemill.db")));
  }

  public MetricsFixture(Path folder, StoreUrl url) {
    folder.toFile().mkdirs();
    store = Store.open(url, StoreClock.DATABASE, 4);
    new Migrations(store).migrate();
    objects = new LocalObjectStore(folder.resolve("objects"), new SystemTime());
    catalogue = new SqlCatalogue(store, "default");
    reader = new SegmentReader(catalogue, objects, cache);
  }

  /** Started; the caller stops it. */
  public Ingester ingester(IngestSettings settings) {
    var ingester = new Ingester(catalogue, objects, settings, new SystemTime());
    ingester.start();
    return ingester;
  }

  public void write(Map<Labels, Samples> series) {
    Ingester ingester = ingester(FAST);
    try {
      ingester.write(lists(series));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      ingester.stop();
    }
  }

  public static List<SampleList> lists(Map<Labels, Samples> series) {
    var lists = new ArrayList<SampleList>();
    series.forEach(
        (labels, samples) -> {
          var list = new SampleList(labels);
          for (int i = 0; i < samples.size(); i++) {
            list.add(samples.timestamp(i), samples.value(i));
          }
          lists.add(list);
        });
    return lists;
  }

  public Map<Labels, Samples> readAll() {
    var all = new TreeMap<Labels, Samples>();
    var source = reader.forQuery();
    for (Slot slot : Slot.ALL) {
      try (var cursor =
          source.select(Selector.of(), TimeRange.ALL, slot, QueryBudget.unlimited())) {
        while (cursor.next()) {
          if (all.put(cursor.labels(), cursor.samples()) != null) {
            throw new AssertionError(cursor.labels() + " came twice");
          }
        }
      }
    }
    return all;
  }

  /** Bit for bit, in a form that can be compared and shown. */
  public static Map<String, List<String>> bits(Map<Labels, Samples> series) {
    var bits = new TreeMap<String, List<String>>();
    series.forEach(
        (labels, samples) -> {
          var list = new ArrayList<String>();
          for (int i = 0; i < samples.size(); i++) {
            long value = Double.doubleToRawLongBits(samples.value(i));
            list.add(samples.timestamp(i) + " " + Long.toHexString(value));
          }
          bits.put(labels.toString(), list);
        });
    return bits;
  }

  @Override
  public void close() {
    store.close();
  }
}
