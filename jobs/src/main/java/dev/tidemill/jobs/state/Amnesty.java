package dev.tidemill.jobs.state;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When may silence be taken for death? After an outage of the store, or a laptop's sleep, every
 * worker has been silent, and all of them are well. So nobody is declared dead until the store has
 * been seen to answer, without a gap, for as long as a lease. Not thread-safe.
 */
public final class Amnesty {
  private final Duration gap;
  private @Nullable Duration healthySince;
  private @Nullable Duration lastStore;
  private Duration lastSeen = Duration.ZERO;

  /**
   * @param gap the longest time between two looks that still counts as watching
   */
  public Amnesty(Duration gap) {
    this.gap = gap;
  }

  /** The store did not answer. */
  public void failed() {
    healthySince = null;
    lastStore = null;
  }

  /**
   * The store answered.
   *
   * @param monotonic this process's stopwatch
   * @param storeTime the store's clock, which runs on while this machine sleeps
   */
  public void answered(Duration monotonic, Duration storeTime) {
    boolean unbroken =
        healthySince != null
            && lastStore != null
            && monotonic.minus(lastSeen).compareTo(gap) <= 0
            // Set back counts too: signs of life given meanwhile look old once it is set right.
            && storeTime.minus(lastStore).abs().compareTo(gap) <= 0;
    if (!unbroken) {
      healthySince = monotonic;
    }
    lastSeen = monotonic;
    lastStore = storeTime;
  }

  /** Has the store been healthy long enough to trust the silence of a worker with this lease? */
  public boolean over(Duration lease) {
    return healthySince != null && lastSeen.minus(healthySince).compareTo(lease) >= 0;
  }
}
