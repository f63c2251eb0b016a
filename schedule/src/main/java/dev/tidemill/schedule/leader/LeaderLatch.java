package dev.tidemill.schedule.leader;

import dev.tidemill.core.time.TimeSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where the leader's work looks before each act. The answer is by the clock, not by a flag that
 * someone would have to clear: a node that was paused for too long does not trust itself on waking.
 * Thread-safe.
 */
public final class LeaderLatch {
  private final TimeSource time;
  private final AtomicReference<@Nullable Leadership> leadership = new AtomicReference<>();

  public LeaderLatch(TimeSource time) {
    this.time = time;
  }

  /** The term under which this node leads right now. */
  public Optional<Term> trusted() {
    Leadership known = leadership.get();
    return known != null && known.trusted(time.monotonic())
        ? Optional.of(known.term())
        : Optional.empty();
  }

  /** Called by the elector's loop after each step. */
  public void set(Optional<Leadership> known) {
    leadership.set(known.orElse(null));
  }
}
