package dev.tidemill.promql.leaf;

import dev.tidemill.promql.series.Selector;
import dev.tidemill.promql.series.TimeRange;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a worker is asked to compute for a slot: per step, one value for each selected series, and
 * then either those or their aggregation. Only data, so that it can be sent.
 */
public record Leaf(Selector selector, Window window, Shift shift, StepGrid steps, Yield yields) {

  /** All samples that any step looks at. */
  public TimeRange fetch() {
    long first = shift.apply(steps.timestamp(0));
    long last = shift.apply(steps.timestamp(steps.count() - 1));
    return new TimeRange(Math.min(last, first - window.length().toMillis() + 1), last);
  }

  /** Which samples a step looks at, and what it makes of them; {@code (t - length, t]}. */
  public sealed interface Window {
    Duration length();

    /** The newest sample, unless it is a stale marker. */
    record Newest(Duration length) implements Window {
      public Newest {
        positive(length);
      }
    }

    /** A range function by its PromQL name, with its parameters. */
    record Over(String function, Duration length, List<Double> parameters) implements Window {
      public Over {
        positive(length);
        parameters = List.copyOf(parameters);
      }
    }

    private static void positive(Duration length) {
      if (length.toMillis() < 1) {
        throw new IllegalArgumentException("a window has a length, got " + length);
      }
    }
  }

  /**
   * {@code offset} and {@code @}.
   *
   * @param at the moment all steps look at, if there is one
   */
  public record Shift(Duration offset, @Nullable Long at) {
    public static final Shift NONE = new Shift(Duration.ZERO, null);

    /** The moment at which a step at {@code timestamp} looks. */
    public long apply(long timestamp) {
      return (at == null ? timestamp : at) - offset.toMillis();
    }
  }

  /** What comes back. */
  public sealed interface Yield {
    /** Every series for itself. */
    record Series() implements Yield {}

    /** Groups of series, each as a state that can be merged with other slots'. */
    record Groups(Aggregation aggregation, Grouping grouping) implements Yield {}
  }
}
