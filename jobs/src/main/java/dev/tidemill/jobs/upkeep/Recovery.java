package dev.tidemill.jobs.upkeep;

import java.time.Duration;

/**
 * How long the jobs of a worker that was killed may wait until somebody else takes them.
 *
 * @param lease how long a worker may be silent
 * @param pass how often upkeep looks
 */
public record Recovery(Duration lease, Duration pass) {

  /**
   * The worker may have given a sign of life just before it died, and upkeep may have looked just
   * before the lease ran out. The permit that follows is a matter of milliseconds.
   */
  public Duration worstCase() {
    return lease.plus(pass);
  }

  /**
   * When upkeep itself has only just begun, it first watches the store for a full lease, lest an
   * outage be taken for the death of everybody; its looks are a pass apart.
   */
  public Duration worstCaseAfterOutage() {
    return lease.plus(pass).plus(pass);
  }
}
