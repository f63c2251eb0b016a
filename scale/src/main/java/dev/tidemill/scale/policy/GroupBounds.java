package dev.tidemill.scale.policy;

/** How many groups a pool may have over all adapters. */
public record GroupBounds(int min, int max) {
  public GroupBounds {
    if (min < 0 || max < min) {
      throw new IllegalArgumentException("need 0 <= min <= max, got " + min + " and " + max);
    }
  }

  int clamp(int groups) {
    return Math.clamp(groups, min, max);
  }
}
