package dev.tidemill.promql.testlang;

import dev.tidemill.promql.eval.EvalOptions;
import dev.tidemill.promql.eval.Evaluator;
import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Samples;
import dev.tidemill.promql.series.SeriesSource;
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

  /** What is not in the language is a case that failed. */
  public List<CaseResult> run(String text) {
    data.clear();
    SeriesSource source = data.source(store);
    var results = new ArrayList<CaseResult>();
    for (Command command : TestScript.parse(text).commands()) {
      switch (command) {
        case Command.Clear clear -> {
          data.clear();
          source = data.source(store);
        }
        case Command.Load load -> {
          data.load(load);
          source = data.source(store);
        }
        case Command.Eval eval -> results.add(run(eval, source));
        case Command.Unreadable bad ->
            results.add(new CaseResult(bad.line(), bad.text(), Outcome.FAILED, bad.why()));
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
    try {
      Optional<String> failure = new CaseRun(eval, evaluator).failure();
      return new CaseResult(
          eval.line(),
          eval.query(),
          failure.isEmpty() ? Outcome.PASSED : Outcome.FAILED,
          failure.orElse(""));
    } catch (FloatGuard.Unsupported e) {
      String what = String.valueOf(e.getMessage());
      return new CaseResult(eval.line(), eval.query(), Outcome.SKIPPED, what);
    } catch (RuntimeException e) {
      return new CaseResult(eval.line(), eval.query(), Outcome.FAILED, "the engine broke: " + e);
    }
  }

  private static Optional<String> unsupported(Command.Eval eval) {
    if (eval.expected().hasHistograms()) {
      return Optional.of(LoadedData.HISTOGRAM);
    }
    try {
      Query.parse(eval.query(), FEATURES);
      return Optional.empty();
    } catch (ParseError e) {
      Feature feature = e.feature();
      if (feature == null) {
        return Optional.empty();
      }
      return Optional.of(
          feature == Feature.NATIVE_HISTOGRAMS
              ? LoadedData.HISTOGRAM
              : "experimental: " + feature.title());
    }
  }
}
