package dev.tidemill.core.state;

/** One arrow of a state diagram. */
public record Transition<S extends Enum<S>, E extends Enum<E>>(S from, E event, S to) {
  @Override
  public String toString() {
    return from + " --" + event + "--> " + to;
  }
}
