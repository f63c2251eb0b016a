package dev.tidemill.core.service;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.ErrorType;
import dev.tidemill.core.error.Problem;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.core.time.Backoff;
import dev.tidemill.core.time.TimeSource;
import dev.tidemill.core.time.Waiter;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A step taken again and again on a virtual thread of its own, until stopped. The step says how
 * long to wait before the next one; {@link #wake()} cuts the wait short. A step that fails is
 * logged and tried again after a growing pause; it never ends the loop.
 */
public final class Loop extends BaseService {
  private static final Logger log = LoggerFactory.getLogger(Loop.class);
  private static final Backoff AFTER_FAILURE =
      new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10), 0.25);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  private final Step step;
  private final Waiter waiter;
  private @Nullable Thread thread;
  private volatile boolean stopping;

  public Loop(String name, TimeSource time, Step step) {
    super(name);
    this.step = step;
    this.waiter = new Waiter(time);
  }

  /** One round of a loop. */
  @FunctionalInterface
  public interface Step {
    /** Returns how long to wait before the next round; zero means at once. */
    Duration run() throws Exception;
  }

  /** The next round begins now, or right after the one under way. */
  public void wake() {
    waiter.wake();
  }

  @Override
  protected void open() {
    stopping = false;
    thread = Thread.ofVirtual().name(name()).start(this::rounds);
  }

  @Override
  protected void close() {
    stopping = true;
    Thread running = thread;
    thread = null;
    if (running == null) {
      return;
    }
    running.interrupt();
    try {
      if (!running.join(STOP_LIMIT)) {
        throw Problem.of(
                CoreError.INTERNAL_ERROR, "loop " + name() + " did not end in " + STOP_LIMIT)
            .cause("its step ignores interruption")
            .exception();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void rounds() {
    int failures = 0;
    while (!stopping) {
      try {
        Duration pause;
        try {
          pause = step.run();
          failures = 0;
        } catch (InterruptedException e) {
          throw e;
        } catch (Throwable e) {
          // Errors too: a loop that has silently ended looks like one that runs.
          if (stopping) {
            return;
          }
          failures++;
          pause = AFTER_FAILURE.after(failures, RandomGenerator.getDefault());
          tell(e, failures, pause);
        }
        if (!pause.isZero()) {
          waiter.await(pause);
        }
      } catch (InterruptedException e) {
        if (stopping) {
          return;
        }
        // Somebody else's interruption: only stop() ends a loop.
      }
    }
  }

  /** Where our code stood tells nothing about a server that is away. */
  private void tell(Throwable error, int failures, Duration pause) {
    boolean outside = error instanceof TidemillException e && e.code().type() == ErrorType.EXTERNAL;
    log.warn(
        "{} failed ({} times in a row); next try in {}: {}",
        name(),
        failures,
        pause,
        error.getMessage(),
        outside ? null : error);
  }
}
