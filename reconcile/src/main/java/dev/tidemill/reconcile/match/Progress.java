package dev.tidemill.reconcile.match;

/** Told how far a run is. Called on another thread than the one that started the run. */
@FunctionalInterface
public interface Progress {
  Progress SILENT = (done, doing) -> {};

  /**
   * @param done from 0 to 1, never less than before
   * @param doing in words, for people
   */
  void at(double done, String doing);
}
