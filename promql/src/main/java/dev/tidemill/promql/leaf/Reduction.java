package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Slot;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The whole reduction in one process, for series that come in its order: slots ascending, within a
 * slot by labels. Gives the same bits as {@link PartialFold}s merged by a {@link PartialMerge}, and
 * holds only one slot's states beside the result's. For one thread.
 */
public final class Reduction {
  private final Leaf.Yield yields;
  private final int steps;
  private final TreeMap<Labels, States> merged = new TreeMap<>();
  private @Nullable Slot slot;
  private @Nullable PartialFold fold;

  public Reduction(Leaf.Yield yields, int steps) {
    this.yields = yields;
    this.steps = steps;
  }

  /** As {@link PartialFold#add}. */
  public void add(Slot of, Labels series, Labels result, double[] values) {
    if (fold == null || !of.equals(slot)) {
      if (slot != null && of.compareTo(slot) < 0) {
        throw new IllegalStateException("%s comes after %s".formatted(of, slot));
      }
      finishSlot();
      slot = of;
      fold = new PartialFold(yields, steps, of);
    }
    fold.add(series, result, values);
  }

  /** How many there are so far, those of the slot being read beside those before it. */
  public int groups() {
    return merged.size() + (fold == null ? 0 : fold.size());
  }

  private void finishSlot() {
    if (fold != null) {
      fold.done()
          .groups()
          .forEach(
              (labels, states) -> {
                States known = merged.putIfAbsent(labels, states);
                if (known != null) {
                  known.merge(states);
                }
              });
      fold = null;
    }
  }

  /** Per group one value for each step. */
  public SortedMap<Labels, double[]> result() {
    finishSlot();
    var values = new TreeMap<Labels, double[]>();
    merged.forEach((labels, states) -> values.put(labels, states.finished(steps)));
    return values;
  }
}
