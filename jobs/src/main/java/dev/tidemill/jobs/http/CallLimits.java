package dev.tidemill.jobs.http;

import java.time.Duration;

/**
 * How long a server may take.
 *
 * @param liveness for a sign of life: well under a lease, so that one which is not heard can be
 *     tried anew on a new connection
 */
public record CallLimits(Duration connect, Duration work, Duration liveness) {
  public static final CallLimits DEFAULT =
      new CallLimits(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(5));
}
