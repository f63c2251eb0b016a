package dev.tidemill.scale.log;

import dev.tidemill.core.time.TimeSource;
import dev.tidemill.scale.control.Decision;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores what is news. Keeps what could not be stored and tries again. For one thread. */
public final class DecisionRecorder {
  /** So often, although nothing is new. */
  private static final Duration SIGN_OF_LIFE = Duration.ofMinutes(10);

  private static final Duration FORGET_EVERY = Duration.ofMinutes(10);
  private static final int MOST_UNSTORED = 100;

  private final DecisionLog log;
  private final Duration keep;
  private final TimeSource time;
  private final Deque<Decision> unstored = new ArrayDeque<>();
  private @Nullable List<String> last;
  private Duration lastAt = Duration.ZERO;
  private Duration nextForget;

  public DecisionRecorder(DecisionLog log, Duration keep, TimeSource time) {
    this.log = log;
    this.keep = keep;
    this.time = time;
    nextForget = time.monotonic().plus(FORGET_EVERY);
  }

  /** Throws when the store does not answer; the decision is then stored with the next. */
  public void decided(Decision decision) {
    List<String> gist = Gist.of(decision);
    boolean quiet = time.monotonic().minus(lastAt).compareTo(SIGN_OF_LIFE) < 0;
    if (Gist.eventful(decision) || !gist.equals(last) || !quiet) {
      if (unstored.size() >= MOST_UNSTORED) {
        unstored.removeFirst();
      }
      unstored.addLast(decision);
      last = gist;
      lastAt = time.monotonic();
    }
    while (!unstored.isEmpty()) {
      log.put(unstored.getFirst());
      unstored.removeFirst();
    }
    if (time.monotonic().compareTo(nextForget) >= 0) {
      nextForget = time.monotonic().plus(FORGET_EVERY);
      log.forget(keep);
    }
  }
}
