package dev.tidemill.cli.node;

import dev.tidemill.core.service.Loop;
import dev.tidemill.core.service.Service;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.jobs.state.WorkerStatus;
import dev.tidemill.jobs.worker.JobWorker;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** A node that runs until it is asked to stop. */
public final class Daemon {
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final Duration IDLE = Duration.ofDays(1);

  private final PrintStream err;

  public Daemon(PrintStream err) {
    this.err = err;
  }

  /**
   * Starts the node, waits for a signal and ends it in order.
   *
   * @param started called when everything runs
   */
  public void run(Node node, Consumer<Node> started) throws InterruptedException {
    var signals = new StopSignals(node::abandon);
    try (node) {
      node.start();
      started.accept(node);
      Service watch = endWhenDrained(node, signals);
      watch.start();
      signals.await();
      watch.stop();
      int running = node.worker().map(worker -> worker.running()).orElse(0);
      err.println(
          running == 0
              ? "Stopping."
              : "Stopping: %d jobs may finish or are handed back; a second signal ends at once."
                  .formatted(running));
    }
    err.println("Stopped; nothing is left in hand.");
  }

  /**
   * A worker that a group started ends when it was asked to drain and has nothing left; one that
   * was started by hand stays, because somebody may want it back.
   */
  private static Service endWhenDrained(Node node, StopSignals signals) {
    Optional<JobWorker> member = node.worker().filter(w -> w.settings().group() != null);
    return new Loop(
        "end-when-drained",
        new SystemTime(),
        () -> {
          if (member.isPresent() && member.get().status() == WorkerStatus.DRAINED) {
            signals.raise();
          }
          return member.isPresent() ? LOOK : IDLE;
        });
  }

  /** "12.5 s" and the like. */
  public static String seconds(Duration duration) {
    return "%.0f s".formatted(duration.toMillis() / 1e3);
  }
}
