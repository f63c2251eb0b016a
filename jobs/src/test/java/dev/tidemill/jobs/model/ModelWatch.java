package dev.tidemill.jobs.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Every look at the store since the last gap. */
final class ModelWatch {
  private final Duration gap;
  private final List<Look> looks = new ArrayList<>();

  private record Look(Duration watch, Duration store) {}

  ModelWatch(Duration gap) {
    this.gap = gap;
  }

  void failed() {
    looks.clear();
  }

  void answered(Duration watch, Duration store) {
    if (!looks.isEmpty()) {
      Look last = looks.getLast();
      boolean gapHere = watch.minus(last.watch).compareTo(gap) > 0;
      boolean gapThere = store.minus(last.store).abs().compareTo(gap) > 0;
      if (gapHere || gapThere) {
        looks.clear();
      }
    }
    looks.add(new Look(watch, store));
  }

  /** Has the store been watched, without a gap, for that long? */
  boolean lasted(Duration length) {
    return !looks.isEmpty()
        && looks.getLast().watch.minus(looks.getFirst().watch).compareTo(length) >= 0;
  }
}
