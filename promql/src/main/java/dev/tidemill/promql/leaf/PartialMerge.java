package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Slot;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Puts the slots of one leaf together, slots ascending, in whatever order they arrive. For one
 * thread.
 */
public final class PartialMerge {
  private final Leaf leaf;
  private final TreeMap<Slot, Partial> slots = new TreeMap<>();

  public PartialMerge(Leaf leaf) {
    this.leaf = leaf;
  }

  /** False when the slot is already there; then nothing changed. */
  public boolean add(Partial partial) {
    return slots.putIfAbsent(partial.slot(), partial) == null;
  }

  public boolean complete() {
    return slots.size() == Slot.COUNT;
  }

  /** Exact or an error: a merge that lacks a slot has no result. */
  public SortedMap<Labels, double[]> result() {
    if (!complete()) {
      throw new IllegalStateException(
          "only %d of %d slots have arrived".formatted(slots.size(), Slot.COUNT));
    }
    int steps = leaf.steps().count();
    var merged = new TreeMap<Labels, States>();
    for (Partial slot : slots.values()) {
      slot.groups()
          .forEach(
              (labels, states) ->
                  merged
                      .computeIfAbsent(labels, l -> States.create(leaf.yields(), steps))
                      .merge(states));
    }
    var values = new TreeMap<Labels, double[]>();
    merged.forEach((labels, states) -> values.put(labels, states.finished(steps)));
    return values;
  }
}
