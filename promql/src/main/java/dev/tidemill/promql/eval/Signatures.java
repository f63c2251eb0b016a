package dev.tidemill.promql.eval;

import dev.tidemill.promql.leaf.Grouping;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.syntax.BinaryOp;
import dev.tidemill.promql.syntax.Quoting;
import dev.tidemill.promql.syntax.VectorMatching;
import dev.tidemill.promql.syntax.VectorMatching.Cardinality;
import java.util.Set;
import java.util.StringJoiner;

/** Labels in operations between vectors. */
final class Signatures {
  /** What names a quantity, and goes when it becomes another. */
  private static final Set<String> NAMING = Set.of(Labels.METRIC_NAME, "__type__", "__unit__");

  private final VectorMatching matching;
  private final Set<String> labels;

  Signatures(VectorMatching matching) {
    this.matching = matching;
    this.labels = Set.copyOf(matching.labels());
  }

  /** What must be equal for two series to belong together. */
  Labels of(Row row) {
    return row.labels()
        .keeping(
            name ->
                matching.on()
                    ? labels.contains(name)
                    : !labels.contains(name) && !name.equals(Labels.METRIC_NAME));
  }

  /** The labels of the result of two series that belong together. */
  Labels result(BinaryOp op, Labels many, Labels one) {
    Labels result = op.changesMeaning() ? unnamed(many) : many;
    if (matching.cardinality() == Cardinality.ONE_TO_ONE) {
      result = result.keeping(name -> matching.on() == labels.contains(name));
    }
    for (String label : matching.include()) {
      result = result.with(label, one.get(label));
    }
    return result;
  }

  /** Whether some of what names a quantity is left in the groups of an aggregation. */
  static boolean keptBy(Grouping grouping) {
    return NAMING.stream().anyMatch(grouping::keeps);
  }

  static Labels unnamed(Labels labels) {
    return labels.keeping(name -> !NAMING.contains(name));
  }

  /** As Prometheus prints them in messages. */
  static String text(Labels labels) {
    var text = new StringJoiner(", ", "{", "}");
    labels.forEach((name, value) -> text.add(name + "=" + Quoting.quote(value)));
    return text.toString();
  }
}
