package dev.tidemill.jobs.worker;

import dev.tidemill.core.job.StopReason;
import dev.tidemill.jobs.Claim;
import dev.tidemill.jobs.ClaimedJob;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A job in hand. */
final class Held {
  final ClaimedJob job;
  State state = State.WAITING;
  @Nullable Duration startedAt;

  /** Why its code was told to stop, and since when; the first reason stays unless it is lost. */
  @Nullable StopReason reason;

  @Nullable Duration stopSince;

  /** Where a job in hand is. */
  enum State {
    /** Claimed, waits for a slot. */
    WAITING,
    RUNNING,
    /** Its code still runs, but its settlement has gone ahead or is no longer wanted. */
    ABANDONED,
    /** Its code has ended; the store has not yet said what it thinks of it. */
    SETTLING
  }

  Held(ClaimedJob job) {
    this.job = job;
  }

  Claim claim() {
    return job.claim();
  }

  boolean occupiesSlot() {
    return state == State.RUNNING || state == State.ABANDONED;
  }

  /** Does the worker still stand for this job towards the store? */
  boolean claimed() {
    return state != State.ABANDONED;
  }
}
