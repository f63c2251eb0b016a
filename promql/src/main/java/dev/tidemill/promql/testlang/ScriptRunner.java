package dev.tidemill.promql.testlang;

import dev.tidemill.promql.eval.EvalOptions;
import dev.tidemill.promql.eval.Evaluator;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.SeriesSource;
import dev.tidemill.promql.syntax.Expr;
import dev.tidemill.promql.syntax.Feature;
import dev.tidemill.promql.syntax.ParseError;
import dev.tidemill.promql.syntax.Query;
import dev.tidemill.promql.testlang.CaseResult.Outcome;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Runs the cases of a file, each whatever became of the others. */
public final class ScriptRunner {
  static final Set<Feature> FEATURES = EnumSet.allOf(Feature.class);

  private final Function<Map<Labels, Samples>, SeriesSource> store;
  private final LoadedData data = new LoadedData();

  /**
   * @param store makes a source of what a file loads
   */
  public ScriptRunner(Function<Map<Labels, Samples>, SeriesSource> store) {
    this.store = store;
  }

  /**
   * @throws IllegalArgumentException if the text is not in the language
   */
  public List<CaseResult> run(String text) {
    data.clear();
    SeriesSource source = store.apply(Map.of());
    var results = new ArrayList<CaseResult>();
    for (Command command : TestScript.parse(text).commands()) {
      switch (command) {
        case Command.Clear clear -> {
          data.clear();
          source = store.apply(Map.of());
        }
        case Command.Load load -> {
          data.load(load);
          source = store.apply(data.series());
        }
        case Command.Eval eval -> results.add(run(eval, source));
      }
    }
    return results;
  }

  private CaseResult run(Command.Eval eval, SeriesSource source) {
    Optional<String> skip = unsupported(eval);
    if (skip.isPresent()) {
      return new CaseResult(eval.line(), eval.query(), Outcome.SKIPPED, skip.get());
    }
    var evaluator = new Evaluator(source, EvalOptions.DEFAULT);
    Optional<String> failure = new CaseRun(eval, evaluator).failure();
    return new CaseResult(
        eval.line(),
        eval.query(),
        failure.isEmpty() ? Outcome.PASSED : Outcome.FAILED,
        failure.orElse(""));
  }

  private Optional<String> unsupported(Command.Eval eval) {
    if (eval.expected().hasHistograms()) {
      return Optional.of("native histogram");
    }
    try {
      return unsupported(Query.parse(eval.query(), FEATURES).expr());
    } catch (ParseError e) {
      Feature feature = e.feature();
      return feature == null
          ? Optional.empty()
          : Optional.of(
              feature == Feature.NATIVE_HISTOGRAMS
                  ? "native histogram"
                  : "experimental: " + feature.title());
    }
  }

  /** Whether the query reads what is not a plain float. */
  private Optional<String> unsupported(Expr expr) {
    if (expr instanceof Expr.VectorSelector selector) {
      var matching = new Selector(selector.matchers());
      if (data.hasHistograms(matching)) {
        return Optional.of("native histogram");
      }
      if (data.hasStarts(matching)) {
        return Optional.of("experimental: " + Feature.START_TIMESTAMPS.title());
      }
    }
    return expr.children().stream().map(this::unsupported).flatMap(Optional::stream).findFirst();
  }
}
