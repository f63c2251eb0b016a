package dev.tidemill.spike.vertxdisconnect;

import java.util.concurrent.CompletableFuture;

/** What both sides of one request saw; times are {@link System#nanoTime()} of the same process. */
final class Attempt {
  final CompletableFuture<Void> serverIsWaiting = new CompletableFuture<>();
  final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  volatile long closedAt;
  volatile boolean answered;

  /** How the wait of the handler ended. */
  record Outcome(boolean interrupted, long at) {}

  double noticedAfterMillis() {
    return (outcome.join().at() - closedAt) / 1e6;
  }
}
