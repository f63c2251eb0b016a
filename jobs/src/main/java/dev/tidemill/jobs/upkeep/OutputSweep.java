package dev.tidemill.jobs.upkeep;

/** Removes objects that executions left behind and that no manifest names. */
@FunctionalInterface
public interface OutputSweep {
  OutputSweep NONE = () -> 0;

  /** Some thousands of runs at most. Returns how many objects were removed. */
  int sweep();
}
