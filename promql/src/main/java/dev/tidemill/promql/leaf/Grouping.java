package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.Labels;
import java.util.Set;

/** {@code by (…)} or {@code without (…)}. */
public sealed interface Grouping {

  /** The labels of the group that a series belongs to. */
  Labels group(Labels series);

  /** Whether a group is told from others by this label. */
  boolean keeps(String label);

  /** Keeps these labels only. */
  record By(Set<String> names) implements Grouping {
    public By {
      names = Set.copyOf(names);
    }

    @Override
    public Labels group(Labels series) {
      return series.keeping(this::keeps);
    }

    @Override
    public boolean keeps(String label) {
      return names.contains(label);
    }
  }

  /** Keeps all labels but these and the metric's name. */
  record Without(Set<String> names) implements Grouping {
    public Without {
      names = Set.copyOf(names);
    }

    @Override
    public Labels group(Labels series) {
      return series.keeping(this::keeps);
    }

    @Override
    public boolean keeps(String label) {
      return !names.contains(label) && !label.equals(Labels.METRIC_NAME);
    }
  }
}
