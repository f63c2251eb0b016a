package dev.tidemill.scale.signal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A worker that lives.
 *
 * @param group which group started it; absent for one that was started by hand
 * @param takes it may claim: it is not draining
 * @param held jobs in its hands
 * @param age since it registered
 * @param oldest how long it holds the first of its jobs; zero without any
 * @param newest how long it holds the last of them
 */
public record WorkerSignals(
    String name,
    @Nullable String group,
    boolean takes,
    int slots,
    int held,
    Duration age,
    Duration oldest,
    Duration newest) {

  /** A job older than usual is thought to take as long again. */
  Duration remaining(Duration usual) {
    if (held == 0) {
      return Duration.ZERO;
    }
    Duration left = usual.minus(newest);
    Duration late = oldest.compareTo(usual) < 0 ? Duration.ZERO : oldest;
    return left.compareTo(late) > 0 ? left : late;
  }
}
