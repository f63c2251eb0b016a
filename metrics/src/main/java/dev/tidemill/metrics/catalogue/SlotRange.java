package dev.tidemill.metrics.catalogue;

import dev.tidemill.promql.series.Slot;

/** Slots one after the other. */
public record SlotRange(int first, int count) {
  public static final SlotRange ALL = new SlotRange(0, Slot.COUNT);

  public SlotRange {
    if (first < 0 || count < 1 || first + count > Slot.COUNT) {
      throw new IllegalArgumentException("no slots: " + count + " from " + first);
    }
  }

  /** One for each slot, the lowest for slot 0. */
  public long bits() {
    return (-1L >>> (Slot.COUNT - count)) << first;
  }

  public boolean has(Slot slot) {
    return slot.number() >= first && slot.number() < first + count;
  }
}
