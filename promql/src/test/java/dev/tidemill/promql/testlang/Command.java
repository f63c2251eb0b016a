package dev.tidemill.promql.testlang;

import dev.tidemill.promql.leaf.StepGrid;
import java.time.Duration;
import java.util.List;

/** A line of a test file that does something, with the indented lines behind it. */
sealed interface Command {

  /** Forgets all data. */
  record Clear() implements Command {}

  /**
   * Adds samples.
   *
   * @param histograms whether each classic histogram becomes a native one beside
   * @param startTimestamps whether samples have a start, which is not supported
   */
  record Load(Duration step, boolean histograms, boolean startTimestamps, List<SeriesLine> series)
      implements Command {
    public Load {
      series = List.copyOf(series);
    }
  }

  /** Evaluates a query. */
  record Eval(int line, String query, Time time, Expectation expected) implements Command {}

  /** Is not in the language. */
  record Unreadable(int line, String text, String why) implements Command {}

  /** When a query is evaluated. */
  sealed interface Time {
    record Instant(long timestamp) implements Time {}

    record Range(StepGrid steps) implements Time {}
  }
}
