package dev.tidemill.schedule.leader;

/** What an elector is told. */
public sealed interface ElectorInput {

  /** Time has passed. */
  record Tick() implements ElectorInput {}

  /** The store answered a request. */
  record Answered(long request, LeaseAnswer answer) implements ElectorInput {}

  /** A request failed; what it did is unknown. */
  record Failed(long request) implements ElectorInput {}

  /** The leader's work, once told to end, has ended. */
  record WorkEnded() implements ElectorInput {}

  /** The node is going away. */
  record Stop() implements ElectorInput {}
}
