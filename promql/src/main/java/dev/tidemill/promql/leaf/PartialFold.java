package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Slot;
import dev.tidemill.promql.series.StaleMarker;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Folds the series of one slot, in the order of their labels; another order is refused. */
public final class PartialFold {
  private final Leaf.Yield yields;
  private final int steps;
  private final Slot slot;
  private final TreeMap<Labels, States> groups = new TreeMap<>();
  private @Nullable Labels last;

  public PartialFold(Leaf leaf, Slot slot) {
    this(leaf.yields(), leaf.steps().count(), slot);
  }

  PartialFold(Leaf.Yield yields, int steps, Slot slot) {
    this.yields = yields;
    this.steps = steps;
    this.slot = slot;
  }

  /**
   * Takes in one series.
   *
   * @param series its labels as they are stored, which decide slot and order
   * @param result the labels of its result, i.e. without the metric's name after a function
   * @param values one per step; {@link StaleMarker} where it has none
   */
  public void add(Labels series, Labels result, double[] values) {
    if (!Slot.of(series).equals(slot) || (last != null && series.compareTo(last) <= 0)) {
      throw new IllegalStateException(
          "%s comes after %s in %s: not the order of reduction".formatted(series, last, slot));
    }
    last = series;
    groups.computeIfAbsent(group(result), g -> States.create(yields, steps)).addAll(values);
  }

  int size() {
    return groups.size();
  }

  public Partial done() {
    return new Partial(slot, groups);
  }

  private Labels group(Labels result) {
    return switch (yields) {
      case Leaf.Yield.Series series -> result;
      case Leaf.Yield.Groups by -> by.grouping().group(result);
    };
  }
}
