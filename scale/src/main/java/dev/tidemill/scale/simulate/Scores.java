package dev.tidemill.scale.simulate;

/**
 * What a scaler made of a workload.
 *
 * @param waited job-seconds between arrival and end in which a job did not make progress that
 *     counted
 * @param paid worker-seconds from being asked for to being gone
 * @param turns how often the size changed its direction
 * @param interrupted jobs that lost what they had done
 * @param settled seconds after the change until no job waits longer than 30 s any more
 * @param peak the most workers at a time
 */
public record Scores(
    double waited, double paid, int turns, int interrupted, double settled, int peak) {

  /** Smaller is better: half the waiting for twice the pay is as good. */
  public double product() {
    return Math.max(1, waited) * Math.max(1, paid);
  }

  /** As good in both and better in one. */
  public boolean dominates(Scores other) {
    return waited <= other.waited
        && paid <= other.paid
        && (waited < other.waited || paid < other.paid);
  }
}
