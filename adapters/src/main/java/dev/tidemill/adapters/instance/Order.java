package dev.tidemill.adapters.instance;

import dev.tidemill.adapters.GroupSpec;
import java.time.Instant;

/** A start that is not complete. */
final class Order {
  private final GroupSpec spec;
  private final Instant until;
  private int launched;

  /**
   * @param until when a platform that is full, or does not answer, has been asked long enough
   */
  Order(GroupSpec spec, Instant until) {
    this.spec = spec;
    this.until = until;
  }

  boolean overdue(Instant now) {
    return !now.isBefore(until);
  }

  /** Goes on where it stopped. */
  void carryOut(InstancePlatform platform) throws LaunchRefused {
    while (launched < spec.workers()) {
      platform.launch(spec, launched);
      launched++;
    }
  }
}
