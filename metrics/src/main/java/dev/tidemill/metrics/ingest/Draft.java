package dev.tidemill.metrics.ingest;

import dev.tidemill.metrics.catalogue.NewSegment;
import dev.tidemill.metrics.catalogue.SegmentName;
import dev.tidemill.metrics.catalogue.SlotRange;
import dev.tidemill.metrics.catalogue.Window;
import dev.tidemill.metrics.segment.SegmentWriter;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.storage.Content;
import dev.tidemill.storage.ObjectStore;
import dev.tidemill.storage.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Samples that will become one segment per window. For one thread. */
final class Draft {
  private final Map<Window, Map<Labels, SampleList>> windows = new TreeMap<>();

  void add(List<SampleList> request) {
    for (SampleList list : request) {
      @Nullable SampleList into = null;
      @Nullable Window current = null;
      for (int i = 0; i < list.size(); i++) {
        long time = list.time(i);
        if (into == null || current == null || !holds(current, time)) {
          current = Window.of(time);
          into =
              windows
                  .computeIfAbsent(current, w -> new HashMap<>())
                  .computeIfAbsent(list.labels(), SampleList::new);
        }
        into.add(time, list.value(i));
      }
    }
  }

  private static boolean holds(Window window, long time) {
    return time >= window.start() && time - window.start() < Window.MILLIS;
  }

  /** Stores the objects; they count only once the result is committed. */
  List<NewSegment> store(ObjectStore objects, String tenant, Instant now) {
    var segments = new ArrayList<NewSegment>();
    windows.forEach(
        (window, series) ->
            segments.add(store(objects, SegmentName.of(tenant, window, now), series)));
    return segments;
  }

  private static NewSegment store(
      ObjectStore objects, SegmentName name, Map<Labels, SampleList> series) {
    var bytes = new ByteArrayOutputStream();
    SegmentWriter.Summary summary;
    try {
      var writer = new SegmentWriter(bytes);
      for (List<SampleList> slot : bySlot(series)) {
        slot.sort(Comparator.comparing(SampleList::labels));
        for (SampleList list : slot) {
          writer.add(list.labels(), list.sorted());
        }
      }
      summary = writer.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] object = bytes.toByteArray();
    objects.put(name.key(), Content.of(object));
    return new NewSegment(
        SlotRange.ALL,
        0,
        summary.times(),
        name,
        object.length,
        summary.samples(),
        summary.series(),
        Sha256.hex(object));
  }

  /** Each label is hashed once, not at every comparison. */
  private static List<List<SampleList>> bySlot(Map<Labels, SampleList> series) {
    var slots = new ArrayList<List<SampleList>>();
    Slot.ALL.forEach(slot -> slots.add(new ArrayList<>()));
    series.forEach((labels, list) -> slots.get(Slot.of(labels).number()).add(list));
    return slots;
  }
}
