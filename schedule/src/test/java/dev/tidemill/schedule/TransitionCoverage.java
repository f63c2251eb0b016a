package dev.tidemill.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.state.Transition;
import dev.tidemill.core.state.TransitionTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Fails when a transition of a table was never exercised. */
public final class TransitionCoverage<S extends Enum<S>, E extends Enum<E>> {
  private final TransitionTable<S, E> table;
  private final Set<Transition<S, E>> seen = new HashSet<>();

  public TransitionCoverage(TransitionTable<S, E> table) {
    this.table = table;
  }

  public synchronized void record(Transition<S, E> transition) {
    assertThat(table.transitions()).contains(transition);
    seen.add(transition);
  }

  public synchronized void assertComplete() {
    List<Transition<S, E>> missing = new ArrayList<>(table.transitions());
    missing.removeAll(seen);
    assertThat(missing).as("transitions of %s never exercised", table.name()).isEmpty();
  }
}
