package dev.tidemill.scale.control;

import java.time.Duration;

/**
 * @param silentAfter an adapter not heard of for so long is held
 * @param actionDeadline a group asked for must show within this
 * @param startLimit a group that shows must run within this
 * @param retryFirst the pause after a failed start; doubles with each up to {@code retryMost}
 * @param remember how long the name of a group that has ended is kept, against late messages
 */
public record ControlSettings(
    Duration silentAfter,
    Duration actionDeadline,
    Duration startLimit,
    Duration retryFirst,
    Duration retryMost,
    Duration remember) {

  public static final ControlSettings DEFAULT =
      new ControlSettings(
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofMinutes(20),
          Duration.ofSeconds(5),
          Duration.ofMinutes(2),
          Duration.ofMinutes(5));
}
