package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Slot;
import java.util.SortedMap;

/** What a leaf yields for one slot: the state of each group, in the order of labels. */
public record Partial(Slot slot, SortedMap<Labels, States> groups) {}
