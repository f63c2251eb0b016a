package dev.tidemill.schedule.plan;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a tick.
 *
 * @param reason why it is not simply started, or starts late
 */
public record Decision(Instant tick, Verdict verdict, @Nullable String reason) {

  /** In short. */
  public enum Verdict {
    START,
    QUEUE,
    SKIP
  }
}
