package dev.tidemill.scale.control;

/** What the controller wants done. */
public sealed interface ControlEffect {

  /** Tell an adapter all wishes. */
  record Echo(String session, Wishes wishes) implements ControlEffect {}

  /** End a connection, because its adapter is connected elsewhere. */
  record Refuse(String session, String why) implements ControlEffect {}

  /** Store a decision. */
  record Decided(Decision decision) implements ControlEffect {}

  /** There is a later controller: this one must stop. */
  record Fenced(long laterTerm) implements ControlEffect {}
}
