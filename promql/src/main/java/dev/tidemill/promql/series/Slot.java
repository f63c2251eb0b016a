package dev.tidemill.promql.series;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One of the 64 parts into which an installation's series fall by the hash of their labels. Fixed
 * for ever: segments on disk are written per slot. All slices of a series are in one slot, so range
 * functions and grouping can be computed slot by slot.
 */
public record Slot(int number) implements Comparable<Slot> {
  public static final int COUNT = 64;

  /** Ascending. */
  public static final List<Slot> ALL = IntStream.range(0, COUNT).mapToObj(Slot::new).toList();

  public Slot {
    if (number < 0 || number >= COUNT) {
      throw new IllegalArgumentException("slots are 0 to " + (COUNT - 1) + ", got " + number);
    }
  }

  public static Slot of(Labels labels) {
    return ALL.get((int) (labels.stableHash() >>> 58));
  }

  @Override
  public int compareTo(Slot other) {
    return Integer.compare(number, other.number);
  }
}
