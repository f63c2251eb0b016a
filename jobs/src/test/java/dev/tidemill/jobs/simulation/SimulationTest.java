package dev.tidemill.jobs.simulation;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.StoreUnderTest;
import dev.tidemill.jobs.model.ModelStoreUnderTest;
import dev.tidemill.jobs.store.TestStores;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code -Dtidemill.seed=…} plays one seed. */
@Tag("J3")
@Tag("J4")
@Tag("J5")
@Tag("J6")
@Tag("J7")
@Tag("J8")
@Tag("J10")
@Tag("J11")
@Tag("J15")
class SimulationTest {

  @Test
  void whatever_goes_wrong_every_run_ends_and_every_job_counts_once() {
    onTheModel(1, 150);
    onTheModel(RandomGenerator.getDefault().nextLong(), 150);
  }

  @Test
  void the_same_on_a_real_store() {
    onSqlite(RandomGenerator.getDefault().nextLong(), 4);
  }

  @Test
  @Tag("deep")
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void whatever_goes_wrong_for_long() {
    onTheModel(RandomGenerator.getDefault().nextLong(), 30_000);
    onSqlite(RandomGenerator.getDefault().nextLong(), 300);
  }

  private static void onTheModel(long first, int count) {
    for (long seed = first(first); seed < first(first) + count(count); seed++) {
      var time = new SimulatedTime();
      var world = new World[1];
      var store =
          new ModelStoreUnderTest(
              time,
              (queue, in) -> {
                if (world[0] != null) {
                  world[0].permits.ring(queue, in);
                }
              });
      world[0] = new World(seed, time, store, true);
      play(seed, world[0]);
    }
  }

  private static void onSqlite(long first, int count) {
    for (long seed = first(first); seed < first(first) + count(count); seed++) {
      var time = new SimulatedTime();
      try (StoreUnderTest store = TestStores.sqlite(time)) {
        play(seed, new World(seed, time, store, false));
      }
    }
  }

  private static long first(long otherwise) {
    return Long.getLong("tidemill.seed", otherwise);
  }

  private static int count(int otherwise) {
    return Long.getLong("tidemill.seed") == null ? otherwise : 1;
  }

  private static void play(long seed, World world) {
    try {
      world.play();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "-Dtidemill.seed=%d%n%s%n%s".formatted(seed, e.getMessage(), world.story), e);
    }
  }
}
