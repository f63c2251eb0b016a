package dev.tidemill.promql.testlang;

import java.util.Locale;

/**
 * How a case of a file ended.
 *
 * @param reason of a failure or skip; empty when it passed
 */
public record CaseResult(int line, String query, Outcome outcome, String reason) {

  /** Passed every way it was tried, failed one, or could not be tried. */
  public enum Outcome {
    PASSED,
    FAILED,
    SKIPPED
  }

  @Override
  public String toString() {
    return "line %d: %s: %s%s"
        .formatted(
            line,
            outcome.name().toLowerCase(Locale.ROOT),
            query,
            reason.isEmpty() ? "" : ": " + reason);
  }
}
