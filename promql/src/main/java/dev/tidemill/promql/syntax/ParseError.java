package dev.tidemill.promql.syntax;

import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.promql.PromqlError;
import org.jspecify.annotations.Nullable;

/** The text is no query. The problem's message begins with line and column. */
public final class ParseError extends TidemillException {
  private final transient Span span;
  private final transient @Nullable Feature feature;

  private ParseError(Problem problem, Span span, @Nullable Feature feature) {
    super(problem, null);
    this.span = span;
    this.feature = feature;
  }

  static ParseError at(Span span, String text, String what) {
    return new ParseError(problem(span, text, what), span, null);
  }

  /** Right, but experimental and not switched on. */
  static ParseError experimental(Span span, String text, String what, Feature feature) {
    return new ParseError(
        problem(span, text, what + " is experimental and not enabled")
            .next("write the query without it, or enable " + feature.title()),
        span,
        feature);
  }

  private static Problem problem(Span span, String text, String what) {
    return Problem.of(PromqlError.QUERY_INVALID, span.position(text) + ": parse error: " + what);
  }

  public Span span() {
    return span;
  }

  /** What would have to be switched on, if that is all that is wrong. */
  public @Nullable Feature feature() {
    return feature;
  }
}
