package dev.tidemill.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Records the transitions that tests exercised. A recorded one that the table does not list fails
 * at once; a listed one that was never recorded fails at the end. Thread-safe.
 */
public final class TransitionCoverage<S extends Enum<S>, E extends Enum<E>> {
  private final TransitionTable<S, E> table;
  private final Set<Transition<S, E>> seen = Collections.synchronizedSet(new LinkedHashSet<>());

  public TransitionCoverage(TransitionTable<S, E> table) {
    this.table = table;
  }

  public void record(S from, E event, S to) {
    record(new Transition<>(from, event, to));
  }

  public void record(Transition<S, E> transition) {
    assertThat(table.transitions()).as("%s allows", table.name()).contains(transition);
    seen.add(transition);
  }

  public void assertComplete() {
    Set<Transition<S, E>> missing = new LinkedHashSet<>(table.transitions());
    missing.removeAll(seen);
    assertThat(missing).as("transitions of %s that no test exercised", table.name()).isEmpty();
  }
}
