package dev.tidemill.metrics.compact;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.metrics.MetricsError;
import dev.tidemill.metrics.catalogue.Catalogue;
import dev.tidemill.metrics.catalogue.NewSegment;
import dev.tidemill.metrics.catalogue.Segment;
import dev.tidemill.metrics.catalogue.Window;
import dev.tidemill.metrics.read.DecodedCache;
import dev.tidemill.metrics.read.SegmentReader;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.storage.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts small segments together. Thread-safe; any number of processes may compact. */
public final class Compaction {
  private static final Logger log = LoggerFactory.getLogger(Compaction.class);

  /** Samples that come later than this after their window's end are put to it one by one. */
  private static final Duration LATE = Duration.ofMinutes(10);

  private static final DataSize CACHE = DataSize.ofMebibytes(32);

  private final Catalogue catalogue;
  private final ObjectStore objects;
  private final TimeSource time;

  public Compaction(Catalogue catalogue, ObjectStore objects, TimeSource time) {
    this.catalogue = catalogue;
    this.objects = objects;
    this.time = time;
  }

  /** Does what is due and returns how many segments went: windows that have ended become whole. */
  public int run() throws InterruptedException {
    return run(Window.of(time.now().minus(LATE).toEpochMilli()));
  }

  /** Only keeps the small ones few, in every window: little work, but often. */
  public int shorten() throws InterruptedException {
    return run(Window.of(-Window.FARTHEST));
  }

  private int run(Window closed) throws InterruptedException {
    int gone = 0;
    @Nullable TidemillException damage = null;
    for (List<Segment> together : Plan.of(catalogue.list(TimeRange.ALL), closed)) {
      if (Thread.interrupted()) {
        throw new InterruptedException("compaction was interrupted");
      }
      try {
        gone += swap(together);
      } catch (TidemillException e) {
        if (e.code() != MetricsError.SEGMENT_DAMAGED) {
          throw e;
        }
        // The other windows need not suffer from it.
        damage = e;
      }
    }
    if (damage != null) {
      throw damage;
    }
    return gone;
  }

  private int swap(List<Segment> old) {
    var reader = new SegmentReader(catalogue, objects, new DecodedCache(CACHE));
    int level = 1 + old.stream().mapToInt(Segment::level).max().orElse(0);
    Window window = old.getFirst().window();
    // What is read from it takes the place of the object itself, which will be gone.
    old.forEach(reader::requireWhole);
    try {
      var output = new Output(objects, catalogue.tenant(), window, level, time);
      List<NewSegment> fresh = output.write(reader.of(old));
      catalogue.swap(old, fresh);
      return old.size();
    } catch (TidemillException e) {
      if (e.code() != MetricsError.SEGMENTS_CHANGED) {
        throw e;
      }
      log.info(
          "Somebody else changed the segments of {} meanwhile; nothing is lost",
          Instant.ofEpochMilli(window.start()));
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
