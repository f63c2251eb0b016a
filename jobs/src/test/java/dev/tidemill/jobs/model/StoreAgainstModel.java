package dev.tidemill.jobs.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.StoreUnderTest;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * A real store gives the same answers and comes to the same rows as the model, whatever is done to
 * both. {@code -Dtidemill.seed=…} plays one sequence.
 */
@Tag("J3")
@Tag("J4")
@Tag("J5")
@Tag("J6")
@Tag("J7")
@Tag("J12")
@Tag("J15")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreAgainstModel {
  private static final int LENGTH = 60;

  private final SimulatedTime time = new SimulatedTime();
  private final StoreUnderTest store;
  private final int sequences;

  StoreAgainstModel(Opening opening, int sequences) {
    this.store = opening.open(time);
    this.sequences = sequences;
  }

  @FunctionalInterface
  interface Opening {
    StoreUnderTest open(SimulatedTime time);
  }

  @AfterAll
  void closeTheStore() {
    store.close();
  }

  @Test
  void the_store_does_what_the_model_does() {
    play(1, sequences / 2);
    play(RandomGenerator.getDefault().nextLong(), sequences / 2);
  }

  @Test
  @Tag("deep")
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void the_store_does_what_the_model_does_for_long() {
    play(RandomGenerator.getDefault().nextLong(), sequences * 40);
  }

  private void play(long first, int count) {
    Long only = Long.getLong("tidemill.seed");
    long begin = only == null ? first : only;
    var duel = new Duel(time, store);
    for (long seed = begin; seed < begin + (only == null ? count : 1); seed++) {
      Optional<Duel.Difference> found = duel.play(Command.sequence(seed, LENGTH));
      String told = found.map(duel::shrink).map(Duel.Difference::toString).orElse("");
      assertThat(told).as("-Dtidemill.seed=%d", seed).isEmpty();
    }
  }
}
