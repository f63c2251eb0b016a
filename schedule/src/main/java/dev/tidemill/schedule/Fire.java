package dev.tidemill.schedule;

import dev.tidemill.core.job.RunId;
import dev.tidemill.jobs.state.RunStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One fire of a schedule.
 *
 * @param time its tick, or when it was triggered
 * @param at when it was decided
 * @param run absent when it was skipped or waits
 * @param status of the run; absent when the run is no longer kept
 * @param reason why it was skipped, or why it came late
 * @param byHand was it triggered, rather than by the clock?
 */
public record Fire(
    Instant time,
    Instant at,
    State state,
    @Nullable RunId run,
    @Nullable RunStatus status,
    @Nullable String reason,
    boolean byHand) {

  /** What became of it. */
  public enum State {
    STARTED,
    QUEUED,
    SKIPPED
  }
}
