package dev.tidemill.promql.series;

/**
 * Where series come from: memory, segments on disk, a worker's cache. Thread-safe.
 *
 * <p>A source is asked slot by slot because that is the order in which floats are reduced and the
 * unit in which work is given to workers; one process asks for all 64 in turn.
 */
public interface SeriesSource {

  /**
   * The slot's series that match and have a sample in {@code range}, each once, in the order of
   * labels. Throws when {@code budget} is exceeded, here or while reading.
   */
  SeriesCursor select(Selector selector, TimeRange range, Slot slot, QueryBudget budget);
}
