package dev.tidemill.sql.arrow;

/** Gives rows when asked, a few at a time. */
@FunctionalInterface
public interface RowSource {

  /** Passes on what comes next, no row or more; false when there is nothing more. */
  boolean next(RowSink sink) throws Exception;
}
