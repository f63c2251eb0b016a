package dev.tidemill.metrics.compact;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.metrics.catalogue.NewSegment;
import dev.tidemill.metrics.catalogue.SegmentName;
import dev.tidemill.metrics.catalogue.SlotRange;
import dev.tidemill.metrics.catalogue.Window;
import dev.tidemill.metrics.segment.SegmentWriter;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.TimeRange;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes a window anew: one segment, or several of neighbouring slots where there is much. */
final class Output {
  /** Some 20 MiB; also what is held in memory. */
  private static final long SAMPLES = 4_000_000;

  private final ObjectStore objects;
  private final String tenant;
  private final Window window;
  private final int level;
  private final TimeSource time;
  private final List<NewSegment> written = new ArrayList<>();

  Output(ObjectStore objects, String tenant, Window window, int level, TimeSource time) {
    this.objects = objects;
    this.tenant = tenant;
    this.window = window;
    this.level = level;
    this.time = time;
  }

  List<NewSegment> write(SeriesSource source) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var writer = new SegmentWriter(bytes);
    long samples = 0;
    int first = 0;
    for (Slot slot : Slot.ALL) {
      samples += copy(source, slot, writer);
      boolean last = slot.number() == Slot.COUNT - 1;
      if (samples > 0 && (samples >= SAMPLES || last)) {
        store(writer.finish(), bytes.toByteArray(), first, slot);
        bytes = new ByteArrayOutputStream();
        writer = new SegmentWriter(bytes);
        samples = 0;
        first = slot.number() + 1;
      }
    }
    return written;
  }

  private static long copy(SeriesSource source, Slot slot, SegmentWriter writer)
      throws IOException {
    long samples = 0;
    try (var cursor = source.select(Selector.of(), TimeRange.ALL, slot, QueryBudget.unlimited())) {
      while (cursor.next()) {
        writer.add(cursor.labels(), cursor.samples());
        samples += cursor.samples().size();
      }
    }
    return samples;
  }

  private void store(SegmentWriter.Summary summary, byte[] object, int first, Slot last) {
    SegmentName name = SegmentName.of(tenant, window, time.now());
    objects.put(name.key(), Content.of(object));
    written.add(
        new NewSegment(
            new SlotRange(first, last.number() - first + 1),
            level,
            summary.times(),
            name,
            object.length,
            summary.samples(),
            summary.series(),
            Sha256.hex(object)));
  }
}
