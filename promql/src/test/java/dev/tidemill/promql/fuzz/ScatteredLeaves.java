package dev.tidemill.promql.fuzz;

import dev.tidemill.promql.eval.LeafSource;
import dev.tidemill.promql.eval.LocalLeaves;
import dev.tidemill.promql.leaf.Leaf;
import dev.tidemill.promql.leaf.PartialMerge;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.series.Slot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;

/** Leaves as workers would compute them: slot by slot, in any order, some slots twice. */
record ScatteredLeaves(List<LocalLeaves> workers, Random random) implements LeafSource {

  static ScatteredLeaves over(SeriesSource source, Random random) {
    var workers = new ArrayList<LocalLeaves>();
    for (int i = 0; i < 3; i++) {
      workers.add(new LocalLeaves(source));
    }
    return new ScatteredLeaves(workers, random);
  }

  @Override
  public void eval(Leaf leaf, QueryBudget budget, LeafRows out) {
    var slots = new ArrayList<>(Slot.ALL);
    slots.addAll(Slot.ALL.subList(0, random.nextInt(Slot.COUNT)));
    Collections.shuffle(slots, random);
    var merge = new PartialMerge(leaf);
    for (Slot slot : slots) {
      LocalLeaves worker = workers.get(random.nextInt(workers.size()));
      merge.add(worker.slot(leaf, slot, budget));
    }
    SortedMap<Labels, double[]> rows = merge.result();
    Comparator<Map.Entry<Labels, double[]>> bySlot =
        Comparator.comparing(row -> Slot.of(row.getKey()));
    rows.entrySet().stream()
        .sorted(bySlot.thenComparing(Map.Entry.comparingByKey()))
        .forEach(row -> out.accept(row.getKey(), row.getValue()));
  }
}
