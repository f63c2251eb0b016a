package dev.tidemill.promql.series;

/** A walk through series, once and forward. For one thread. Reading after closing is refused. */
public interface SeriesCursor extends AutoCloseable {

  /** Goes to the next series; false at the end, and from then on. */
  boolean next();

  /** Of the current series. */
  Labels labels();

  /** The current series' samples of the range, never none. Valid also after the cursor moved on. */
  Samples samples();

  /** Closing twice is closing. */
  @Override
  void close();
}
