package dev.tidemill.metrics.compact;

import dev.tidemill.metrics.catalogue.Segment;
import dev.tidemill.metrics.catalogue.Window;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Which segments to put together. Pure. */
final class Plan {
  /** So many of a level become one of the next: a sample is rewritten a handful of times. */
  static final int TOGETHER = 8;

  private Plan() {}

  /**
   * Runs of segments of one window, without gaps in the order of commits. A window that takes no
   * more samples, usually, becomes whole; in one that still does, each level is kept short.
   *
   * @param closed windows that begin before have ended
   */
  static List<List<Segment>> of(List<Segment> all, Window closed) {
    Map<Window, List<Segment>> windows = new TreeMap<>();
    all.forEach(s -> windows.computeIfAbsent(s.window(), w -> new ArrayList<>()).add(s));
    var plan = new ArrayList<List<Segment>>();
    windows.forEach(
        (window, segments) -> {
          segments.sort(Comparator.comparingLong(Segment::sequence));
          if (window.compareTo(closed) < 0) {
            if (overlap(segments)) {
              plan.add(segments);
            }
          } else {
            run(segments).ifPresent(plan::add);
          }
        });
    return plan;
  }

  /** Whether a slot is in two of them; what was written by slots is as whole as can be. */
  private static boolean overlap(List<Segment> segments) {
    var slots = new BitSet();
    for (Segment segment : segments) {
      int from = segment.slots().first();
      int to = from + segment.slots().count();
      if (slots.nextSetBit(from) >= 0 && slots.nextSetBit(from) < to) {
        return true;
      }
      slots.set(from, to);
    }
    return false;
  }

  /** The latest run of enough segments of the same level, or of lower ones in between. */
  private static Optional<List<Segment>> run(List<Segment> segments) {
    int highest = segments.stream().mapToInt(Segment::level).max().orElse(0);
    for (int level = 0; level <= highest; level++) {
      int from = segments.size();
      int count = 0;
      while (from > 0 && segments.get(from - 1).level() <= level) {
        from--;
        count += segments.get(from).level() == level ? 1 : 0;
      }
      if (count >= TOGETHER) {
        return Optional.of(segments.subList(from, segments.size()));
      }
    }
    return Optional.empty();
  }
}
