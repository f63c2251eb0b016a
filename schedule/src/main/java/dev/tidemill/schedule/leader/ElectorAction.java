package dev.tidemill.schedule.leader;

/** What an elector wants done. */
public sealed interface ElectorAction {

  /** Ask for the lease and report the answer under this number. */
  record Acquire(long request) implements ElectorAction {}

  /** Renew the lease and report the answer under this number. */
  record Renew(long request, Term term) implements ElectorAction {}

  /** Free the lease; nobody waits for an answer. */
  record Release(Term term) implements ElectorAction {}

  record BeginWork(Term term) implements ElectorAction {}

  /** End the leader's work and report when it has ended. */
  record EndWork() implements ElectorAction {}
}
