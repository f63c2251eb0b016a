package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Grouping;
import dev.tidemill.promql.series.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Collected rows, group by group; within a group in the order of reduction. */
final class Groups {
  private Groups() {}

  /**
   * @param dropsName whether any row's name no longer fits
   */
  record Group(Labels labels, List<Row> rows, boolean dropsName) {}

  static List<Group> of(ExecNode operand, Grouping grouping, EvalFlow flow) {
    var byLabels = new TreeMap<Labels, List<Row>>();
    for (Row row : Rows.collect(operand, flow)) {
      byLabels.computeIfAbsent(grouping.group(row.labels()), g -> new ArrayList<>()).add(row);
    }
    var groups = new ArrayList<Group>();
    byLabels.forEach(
        (labels, rows) ->
            groups.add(new Group(labels, rows, rows.stream().anyMatch(Row::dropsName))));
    return groups;
  }
}
