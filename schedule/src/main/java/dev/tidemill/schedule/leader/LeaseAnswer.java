package dev.tidemill.schedule.leader;

/** What the lease store said. */
public sealed interface LeaseAnswer {

  /** The lease is the caller's, from the moment the store answered, for its time. */
  record Held(Term term) implements LeaseAnswer {}

  /** It is not; nothing was changed. */
  record Refused() implements LeaseAnswer {}
}
