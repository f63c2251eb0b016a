package dev.tidemill.promql.testlang;

import dev.tidemill.core.error.TidemillException;
import dev.tidemill.promql.eval.Answer;
import dev.tidemill.promql.eval.Evaluator;
import dev.tidemill.promql.eval.Value;
import dev.tidemill.promql.leaf.StepGrid;
import dev.tidemill.promql.series.QueryBudget;
import dev.tidemill.promql.syntax.Query;
import dev.tidemill.promql.testlang.Expectation.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** One case, tried every way. */
final class CaseRun {
  /** Their value differs between an instant and the middle of a range. */
  private static final Pattern QUERY_CONTEXT = Pattern.compile("(start|end|range|step)\\(\\)");

  private final Command.Eval eval;
  private final Expectation expected;
  private final Evaluator evaluator;
  private final Comparison comparison;

  CaseRun(Command.Eval eval, Evaluator evaluator) {
    this.eval = eval;
    this.expected = eval.expected();
    this.evaluator = evaluator;
    this.comparison = new Comparison(expected);
  }

  /** Why it failed; nothing if it passed. */
  Optional<String> failure() {
    try {
      return switch (eval.time()) {
        case Command.Time.Range range -> range(range.steps());
        case Command.Time.Instant instant -> instants(instant.timestamp());
      };
    } catch (TidemillException e) {
      return Optional.of(e.problem().message());
    }
  }

  private Optional<String> range(StepGrid steps) {
    return attempt(
        () -> evaluator.range(parse(eval.query()), steps, QueryBudget.unlimited()),
        answer -> comparison.compare(answer.value(), steps));
  }

  private Optional<String> instants(long at) {
    List<Variants> variants = new ArrayList<>();
    try {
      variants.addAll(Variants.of(parse(eval.query()), at));
    } catch (TidemillException e) {
      return failed(e);
    }
    for (Variants variant : variants) {
      Optional<String> failure = instant(variant);
      if (failure.isPresent()) {
        return failure.map(
            why -> "%s (as %s at %d ms)".formatted(why, variant.query(), variant.timestamp()));
      }
    }
    return Optional.empty();
  }

  private Optional<String> instant(Variants variant) {
    StepGrid steps =
        expected.rangeVector == null ? StepGrid.instant(variant.timestamp()) : expected.rangeVector;
    return attempt(
        () ->
            evaluator.instant(parse(variant.query()), variant.timestamp(), QueryBudget.unlimited()),
        answer -> {
          Optional<String> failure = comparison.compare(answer.value(), steps);
          return failure.isPresent() ? failure : middle(variant, answer.value());
        });
  }

  /** The same as the middle one of three steps. */
  private Optional<String> middle(Variants variant, Value instant) {
    if (expected.rangeVector != null
        || expected.string != null
        || QUERY_CONTEXT.matcher(variant.query()).find()) {
      return Optional.empty();
    }
    long at = variant.timestamp();
    var steps = new StepGrid(at - 60_000, at + 60_000, Duration.ofMinutes(1));
    Answer answer;
    try {
      answer = evaluator.range(parse(variant.query()), steps, QueryBudget.unlimited());
    } catch (FloatGuard.Unsupported e) {
      return Optional.empty();
    }
    if (expected.ordered || !(answer.value() instanceof Value.Matrix matrix)) {
      return Optional.empty();
    }
    var points = new ArrayList<Value.Point>();
    for (Value.Series series : matrix.series()) {
      for (int i = 0; i < series.samples().size(); i++) {
        if (series.samples().timestamp(i) == at) {
          points.add(new Value.Point(series.labels(), at, series.samples().value(i)));
        }
      }
    }
    Value value =
        instant instanceof Value.Scalar
            ? new Value.Scalar(at, points.getFirst().value())
            : new Value.Vector(points);
    return comparison.compare(value, steps).map(why -> why + " in a range");
  }

  private static Query parse(String text) {
    return Query.parse(text, ScriptRunner.FEATURES);
  }

  /** Checks an answer. */
  @FunctionalInterface
  private interface Check {
    Optional<String> of(Answer answer);
  }

  private Optional<String> attempt(Supplier<Answer> query, Check check) {
    Answer answer;
    try {
      answer = query.get();
    } catch (TidemillException e) {
      return failed(e);
    }
    if (expected.fails) {
      return Optional.of("expected a failure, got " + answer.value());
    }
    Optional<String> annotations =
        annotations("warning", expected.warnings, expected.noWarnings, answer.warnings())
            .or(() -> annotations("info", expected.infos, expected.noInfos, answer.infos()));
    return annotations.isPresent() ? annotations : check.of(answer);
  }

  private Optional<String> failed(TidemillException e) {
    String message = e.problem().message();
    if (!expected.fails) {
      return Optional.of("failed: " + message);
    }
    Text failure = expected.failure;
    return failure == null || failure.matches(message)
        ? Optional.empty()
        : Optional.of("expected %s, failed with: %s".formatted(failure, message));
  }

  private static Optional<String> annotations(
      String kind, List<Text> wanted, boolean none, List<String> actual) {
    if (none && !actual.isEmpty()) {
      return Optional.of("unexpected %s: %s".formatted(kind, actual));
    }
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    for (Text text : wanted) {
      if (actual.stream().noneMatch(text::matches)) {
        return Optional.of("expected %s %s, got %s".formatted(kind, text, actual));
      }
    }
    for (String text : actual) {
      if (wanted.stream().noneMatch(each -> each.matches(text))) {
        return Optional.of("unexpected %s: %s".formatted(kind, text));
      }
    }
    return Optional.empty();
  }
}
