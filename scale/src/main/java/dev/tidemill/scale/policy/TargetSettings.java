package dev.tidemill.scale.policy;

import java.time.Duration;

/**
 * What {@code target} aims at.
 *
 * @param waitGoal no job should wait longer than this, once a new worker could have helped
 * @param headroom slots kept free beside those in use, times the square root of their number
 * @param assumedDuration how long a job runs as long as none has been measured
 * @param assumedStartUp how long a worker takes to start as long as none has been measured
 * @param bounds for each set of capabilities
 */
public record TargetSettings(
    Duration waitGoal,
    double headroom,
    Duration assumedDuration,
    Duration assumedStartUp,
    GroupBounds bounds,
    Steadiness steadiness) {

  public TargetSettings {
    if (!waitGoal.isPositive()
        || !assumedDuration.isPositive()
        || assumedStartUp.isNegative()
        || !(headroom >= 0)) {
      throw new IllegalArgumentException(
          "wait goal and assumed duration must be longer than 0, got %s and %s"
              .formatted(waitGoal, assumedDuration));
    }
  }

  /** The defaults within bounds. */
  public static TargetSettings within(GroupBounds bounds) {
    return new TargetSettings(
        Duration.ofSeconds(10),
        1,
        Duration.ofSeconds(30),
        Duration.ofSeconds(15),
        bounds,
        Steadiness.DEFAULT);
  }

  public TargetSettings with(Steadiness other) {
    return new TargetSettings(waitGoal, headroom, assumedDuration, assumedStartUp, bounds, other);
  }

  public TargetSettings withHeadroom(double other) {
    return new TargetSettings(waitGoal, other, assumedDuration, assumedStartUp, bounds, steadiness);
  }

  public TargetSettings withWaitGoal(Duration goal) {
    return new TargetSettings(goal, headroom, assumedDuration, assumedStartUp, bounds, steadiness);
  }
}
