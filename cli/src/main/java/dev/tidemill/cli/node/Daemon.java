package dev.tidemill.cli.node;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Consumer;

/** A node that runs until it is asked to stop. */
public final class Daemon {
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
      signals.await();
      int running = node.worker().map(worker -> worker.running()).orElse(0);
      err.println(
          running == 0
              ? "Stopping."
              : "Stopping: %d jobs may finish or are handed back; a second signal ends at once."
                  .formatted(running));
    }
    err.println("Stopped; nothing is left in hand.");
  }

  /** "12.5 s" and the like. */
  public static String seconds(Duration duration) {
    return "%.0f s".formatted(duration.toMillis() / 1e3);
  }
}
