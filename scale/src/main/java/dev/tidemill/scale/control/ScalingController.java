package dev.tidemill.scale.control;

import dev.tidemill.scale.ScalingPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The step function. Holds settings only, no state; for any thread. */
public final class ScalingController {
  private final ScalingPolicy policy;
  private final ControlSettings settings;

  public ScalingController(ScalingPolicy policy, ControlSettings settings) {
    this.policy = policy;
    this.settings = settings;
  }

  /** The next state, and what to do in that order. */
  public record Step(ControlState state, List<ControlEffect> effects) {
    public Step {
      effects = List.copyOf(effects);
    }

    static Step quiet(ControlState state) {
      return new Step(state, List.of());
    }
  }

  public Step step(ControlState state, ControlEvent event, Instant now) {
    if (state.fenced()) {
      return Step.quiet(state);
    }
    return switch (event) {
      case ControlEvent.Hello hello -> hello(state, hello, now);
      case ControlEvent.Heartbeat heartbeat -> heartbeat(state, heartbeat, now);
      case ControlEvent.Disconnected gone -> disconnected(state, gone);
      case ControlEvent.Round round -> round(state, round, now);
    };
  }

  /** A connection that is silent gives way to a new one; a living one does not. */
  private Step hello(ControlState state, ControlEvent.Hello hello, Instant now) {
    ControlState.Adapter known = state.adapters().get(hello.adapter().id());
    if (known == null) {
      return Step.quiet(
          state.with(
              new ControlState.Adapter(
                  hello.adapter(),
                  hello.session(),
                  true,
                  now,
                  false,
                  new TreeMap<>(),
                  new TreeMap<>(),
                  0,
                  null)));
    }
    if (!known.silent(now, settings) && !known.session().equals(hello.session())) {
      String why = "adapter %s is connected already".formatted(hello.adapter().id());
      return new Step(state, List.of(new ControlEffect.Refuse(hello.session(), why)));
    }
    return Step.quiet(
        state.with(
            new ControlState.Adapter(
                hello.adapter(),
                hello.session(),
                true,
                now,
                known.reported(),
                known.real(),
                known.wishes(),
                known.failures(),
                known.startsFrom())));
  }

  private Step heartbeat(ControlState state, ControlEvent.Heartbeat heartbeat, Instant now) {
    long term = Wishes.term(heartbeat.generation());
    if (term > state.term()) {
      return new Step(state.fencedOff(), List.of(new ControlEffect.Fenced(term)));
    }
    for (ControlState.Adapter adapter : state.adapters().values()) {
      if (adapter.connected() && adapter.session().equals(heartbeat.session())) {
        List<String> notes = new ArrayList<>();
        var heard = new Hearing(adapter, settings, now, notes).hear(heartbeat.groups());
        ControlState next = state.with(heard).noting(notes);
        var echo = new ControlEffect.Echo(heard.session(), heard.wishes(next.generation()));
        return new Step(next, List.of(echo));
      }
    }
    return Step.quiet(state);
  }

  private static Step disconnected(ControlState state, ControlEvent.Disconnected gone) {
    for (ControlState.Adapter adapter : state.adapters().values()) {
      if (adapter.session().equals(gone.session())) {
        return Step.quiet(
            state.with(
                new ControlState.Adapter(
                    adapter.facts(),
                    adapter.session(),
                    false,
                    adapter.heard(),
                    adapter.reported(),
                    adapter.real(),
                    adapter.wishes(),
                    adapter.failures(),
                    adapter.startsFrom())));
      }
    }
    return Step.quiet(state);
  }

  private Step round(ControlState state, ControlEvent.Round round, Instant now) {
    var snapshot = Sighting.snapshot(state, round, now, settings);
    ScalingPolicy.Advised advised = policy.advise(snapshot, state.memory(), now);
    var orders = new Orders(state, now, settings);
    orders.follow(advised.advice());
    var decision =
        new Decision(
            state.term(),
            state.decisions() + 1,
            now,
            policy.name(),
            new Decision.Inputs(snapshot, state.memory()),
            advised.advice(),
            orders.changes(),
            state.notes());
    ControlState next = state;
    List<ControlEffect> effects = new ArrayList<>();
    effects.add(new ControlEffect.Decided(decision));
    for (ControlState.Adapter adapter : orders.adapters()) {
      next = next.with(adapter);
    }
    next = next.decided(advised.memory(), orders.named());
    for (ControlState.Adapter adapter : orders.adapters()) {
      ControlState.Adapter before = state.adapters().get(adapter.facts().id());
      boolean changed = before == null || !before.wishes().equals(adapter.wishes());
      if (changed && adapter.connected() && adapter.reported()) {
        effects.add(new ControlEffect.Echo(adapter.session(), adapter.wishes(next.generation())));
      }
    }
    return new Step(next, effects);
  }
}
