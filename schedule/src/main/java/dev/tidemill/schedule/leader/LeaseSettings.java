package dev.tidemill.schedule.leader;

import dev.tidemill.core.error.CoreError;
import dev.tidemill.core.error.Problem;
import java.time.Duration;

/**
 * How long a lease lasts and how often its holder renews it. Twice within its time at least, so
 * that one lost renewal does not cost the leadership.
 */
public record LeaseSettings(Duration ttl, Duration renew) {
  public static final LeaseSettings DEFAULT =
      new LeaseSettings(Duration.ofSeconds(10), Duration.ofSeconds(3));

  public LeaseSettings {
    if (!renew.isPositive() || renew.multipliedBy(2).compareTo(ttl) >= 0) {
      throw Problem.of(
              CoreError.INVALID_CONFIG,
              "a lease of %s cannot be renewed every %s".formatted(ttl, renew))
          .field("lease.renew")
          .next("renew must be less than half of ttl, e.g. 3s of 10s")
          .exception();
    }
  }

  /** How often one who does not lead looks whether the lease is free. */
  public Duration poll() {
    Duration tenth = ttl.dividedBy(10);
    Duration most = Duration.ofMillis(400);
    return tenth.compareTo(most) < 0 ? tenth : most;
  }

  /** When an answer that has not come is no longer waited for. */
  public Duration patience() {
    return renew.dividedBy(2);
  }
}
