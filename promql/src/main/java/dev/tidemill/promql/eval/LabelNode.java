package dev.tidemill.promql.eval;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.promql.series.Expressions;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code label_replace} and {@code label_join}: one label of each series set anew. */
final class LabelNode implements ExecNode {
  private final ExecNode operand;
  private final String label;
  private final Function<Labels, @Nullable String> value;

  private LabelNode(ExecNode operand, String label, Function<Labels, @Nullable String> value) {
    this.operand = operand;
    this.label = label;
    this.value = value;
  }

  /** Takes the function's arguments behind the vector, as all of these do. */
  static ExecNode replace(ExecNode operand, List<String> texts) {
    String label = texts.get(0);
    String expression = texts.get(3);
    Pattern pattern;
    try {
      pattern = Expressions.compile(expression);
    } catch (TidemillException e) {
      throw EvalErrors.failed("invalid regular expression in label_replace(): " + expression);
    }
    check(label, "destination", "label_replace");
    return new LabelNode(
        operand,
        label,
        labels -> {
          Matcher matcher = pattern.matcher(labels.get(texts.get(2)));
          return matcher.matches() ? Template.expand(texts.get(1), matcher) : null;
        });
  }

  static ExecNode join(ExecNode operand, List<String> texts) {
    String label = texts.get(0);
    List<String> sources = texts.subList(2, texts.size());
    sources.forEach(source -> check(source, "source", "label_join"));
    check(label, "destination", "label_join");
    return new LabelNode(
        operand,
        label,
        labels -> {
          var joined = new BoundedText();
          for (int i = 0; i < sources.size(); i++) {
            joined.append(i == 0 ? "" : texts.get(1)).append(labels.get(sources.get(i)));
          }
          return joined.toString();
        });
  }

  private static void check(String label, String which, String function) {
    if (label.isEmpty() || !Quoting.isUnicode(label)) {
      throw EvalErrors.failed(
          "invalid %s label name in %s(): %s".formatted(which, function, label));
    }
  }

  @Override
  public void eval(EvalFlow flow, Consumer<Row> out) {
    var rows = new ArrayList<Row>();
    for (Row row : Rows.collect(operand, flow)) {
      String set = value.apply(row.labels());
      if (set == null) {
        rows.add(row);
      } else {
        flow.budget().hold(set.length() / Double.BYTES);
        boolean keepsName = label.equals(Labels.METRIC_NAME);
        rows.add(
            new Row(row.labels().with(label, set), row.dropsName() && !keepsName, row.values()));
      }
    }
    Rows.united(rows).forEach(out);
  }
}
