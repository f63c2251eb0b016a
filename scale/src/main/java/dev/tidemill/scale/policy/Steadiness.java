package dev.tidemill.scale.policy;

import java.time.Duration;

/**
 * How fast a size may follow what is wanted, up and down apart.
 *
 * @param tolerance a surplus of at most this share goes only when it was there for {@link
 *     #PATIENCE} down windows: noise around a level moves nothing, and yet nothing idles for ever
 */
public record Steadiness(Direction up, Direction down, double tolerance) {
  static final int PATIENCE = 5;

  /** Grows at once and at most twofold a round; shrinks after a minute of wanting less. */
  public static final Steadiness DEFAULT =
      new Steadiness(
          new Direction(Duration.ZERO, Duration.ZERO, 20, 1.0),
          new Direction(Duration.ofSeconds(60), Duration.ofSeconds(10), 4, 0.5),
          0.2);

  /** What takes long to start is given up no faster than it could be had back. */
  Steadiness slowerThan(Duration startUp) {
    return startUp.compareTo(down.window) <= 0
        ? this
        : new Steadiness(
            up, new Direction(startUp, down.cooldown, down.step, down.share), tolerance);
  }

  /**
   * @param window the change must have been wanted for so long; of what was wanted meanwhile the
   *     one nearest to the present size counts
   * @param cooldown at least so long between two changes in this direction
   * @param step so many workers may always come or go in a round
   * @param share or this share of those there are, if that is more
   */
  public record Direction(Duration window, Duration cooldown, int step, double share) {
    public Direction {
      if (window.isNegative() || cooldown.isNegative() || step < 1 || !(share >= 0)) {
        throw new IllegalArgumentException(
            "need window and cooldown of at least 0, a step of at least 1, a share of at least 0");
      }
    }

    Duration patience() {
      return window.multipliedBy(PATIENCE);
    }

    int most(int workers) {
      return (int) Math.min(Integer.MAX_VALUE, Math.max(step, Math.floor(share * workers)));
    }
  }
}
