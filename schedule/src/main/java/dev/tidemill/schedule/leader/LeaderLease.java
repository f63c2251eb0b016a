package dev.tidemill.schedule.leader;

/**
 * One named lease in a store that all nodes share. Every call is one atomic step there, and only
 * the store's clock counts: no time is passed in. Thread-safe. A store that cannot be reached
 * throws; the caller then knows nothing, not even that nothing was changed.
 */
public interface LeaderLease {

  /**
   * Takes the lease if it is free or its time is over, under a new, higher term. Who holds it
   * already gets its term and a full time again, so that asking again after a lost answer is
   * harmless.
   */
  LeaseAnswer acquire(HolderId holder);

  /** A full time again, only for who holds the lease under that very term. */
  LeaseAnswer renew(HolderId holder, Term term);

  /** Frees the lease at once if it is held so; does nothing otherwise. */
  void release(HolderId holder, Term term);
}
