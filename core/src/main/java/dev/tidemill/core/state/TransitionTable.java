package dev.tidemill.core.state;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which event leads from which state to which. Immutable. An event that a state does not list is
 * not allowed there; a state that lists none is terminal.
 */
public final class TransitionTable<S extends Enum<S>, E extends Enum<E>> {
  private final String name;
  private final S initial;
  private final Class<S> states;
  private final List<Transition<S, E>> transitions;
  private final Map<S, Map<E, S>> next;

  private TransitionTable(Builder<S, E> builder) {
    this.name = builder.name;
    this.initial = builder.initial;
    this.states = builder.initial.getDeclaringClass();
    this.transitions = List.copyOf(builder.transitions);
    this.next = new LinkedHashMap<>();
    for (var transition : transitions) {
      S before =
          next.computeIfAbsent(transition.from(), s -> new LinkedHashMap<>())
              .put(transition.event(), transition.to());
      if (before != null) {
        throw new IllegalArgumentException(name + ": " + transition + " is ambiguous");
      }
    }
    requireReachable();
  }

  public static <S extends Enum<S>, E extends Enum<E>> Builder<S, E> startingAt(
      String name, S initial, Class<E> events) {
    return new Builder<>(name, initial);
  }

  /** The state after {@code event}, or empty when the event is not allowed in {@code state}. */
  public Optional<S> next(S state, E event) {
    return Optional.ofNullable(next.getOrDefault(state, Map.of()).get(event));
  }

  /** The state after {@code event}; an event that is not allowed is a fault of the caller. */
  public S require(S state, E event) {
    return next(state, event)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "%s: %s is not allowed in %s".formatted(name, event, state)));
  }

  public boolean terminal(S state) {
    return !next.containsKey(state);
  }

  /** States from which {@code event} is allowed. */
  public Set<S> sources(E event) {
    Set<S> sources = EnumSet.noneOf(states);
    for (var transition : transitions) {
      if (transition.event() == event) {
        sources.add(transition.from());
      }
    }
    return sources;
  }

  public String name() {
    return name;
  }

  public S initial() {
    return initial;
  }

  public List<Transition<S, E>> transitions() {
    return transitions;
  }

  /** The diagram in Mermaid's notation, as committed under {@code docs/diagrams}. */
  public String mermaid() {
    var text =
        new StringBuilder("%% Generated from the transition table; `make docs` rewrites it.\n");
    text.append("stateDiagram-v2\n").append("    [*] --> ").append(word(initial)).append('\n');
    for (var transition : transitions) {
      text.append(
          "    %s --> %s: %s\n"
              .formatted(word(transition.from()), word(transition.to()), word(transition.event())));
    }
    for (S state : states.getEnumConstants()) {
      if (terminal(state)) {
        text.append("    ").append(word(state)).append(" --> [*]\n");
      }
    }
    return text.toString();
  }

  private void requireReachable() {
    Set<S> reached = EnumSet.of(initial);
    boolean grew = true;
    while (grew) {
      grew = false;
      for (var transition : transitions) {
        grew |= reached.contains(transition.from()) && reached.add(transition.to());
      }
    }
    Set<S> lost = EnumSet.complementOf(EnumSet.copyOf(reached));
    if (!lost.isEmpty()) {
      throw new IllegalArgumentException(name + ": no way leads to " + lost);
    }
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Collects transitions in the order in which a reader should meet them. */
  public static final class Builder<S extends Enum<S>, E extends Enum<E>> {
    private final String name;
    private final S initial;
    private final List<Transition<S, E>> transitions = new ArrayList<>();

    private Builder(String name, S initial) {
      this.name = name;
      this.initial = initial;
    }

    public Builder<S, E> on(S from, E event, S to) {
      transitions.add(new Transition<>(from, event, to));
      return this;
    }

    /** The same arrow from several states. */
    public Builder<S, E> on(Set<S> from, E event, S to) {
      from.forEach(state -> on(state, event, to));
      return this;
    }

    public TransitionTable<S, E> build() {
      return new TransitionTable<>(this);
    }
  }
}
