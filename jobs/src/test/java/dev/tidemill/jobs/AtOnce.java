package dev.tidemill.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Runs several things at the same moment and fails when one of them did. */
final class AtOnce {
  private AtOnce() {}

  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  static void run(List<Action> actions) {
    var failures = new CopyOnWriteArrayList<Throwable>();
    var start = new CyclicBarrier(actions.size());
    var threads = new ArrayList<Thread>();
    for (Action action : actions) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      start.await(1, TimeUnit.MINUTES);
                      action.run();
                    } catch (Throwable e) {
                      failures.add(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      try {
        assertThat(thread.join(Duration.ofMinutes(3))).as("ended").isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    failures.forEach(
        failure -> {
          throw new AssertionError("one of " + actions.size() + " at once failed", failure);
        });
  }
}
