package dev.tidemill.jobs.simulation;

import dev.tidemill.core.time.SimulatedTime;
import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Between processes and the store: calls come late, answers get lost, and so do calls. */
final class Network {
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final SimulatedTime time;
  private final Random random;
  private final Story story;
  private boolean faulty = true;
  private boolean cut;

  Network(SimulatedTime time, Random random, Story story) {
    this.time = time;
    this.random = random;
    this.story = story;
  }

  /** Exactly one of {@code answered} and {@code failed} follows. */
  <T> void call(String what, Supplier<T> effect, Consumer<T> answered, Runnable failed) {
    int luck = faulty ? random.nextInt(100) : 99;
    boolean callLost = luck < 3;
    boolean answerLost = luck >= 3 && luck < 8;
    Duration there = luck >= 8 && luck < 11 ? slow() : quick();
    if (callLost) {
      story.tell("%s is lost on its way", what);
      time.schedule(PATIENCE, failed);
      return;
    }
    time.schedule(
        there,
        () -> {
          if (cut) {
            time.schedule(quick(), failed);
            return;
          }
          T answer = effect.get();
          if (answerLost) {
            story.tell("%s happened, its answer is lost", what);
            time.schedule(PATIENCE, failed);
          } else {
            Duration back = luck >= 16 || luck < 11 ? quick() : luck < 14 ? slow() : straggling();
            time.schedule(back, () -> answered.accept(answer));
          }
        });
  }

  /** No call gets through. */
  void cut(boolean now) {
    cut = now;
  }

  boolean cut() {
    return cut;
  }

  void heal() {
    faulty = false;
    cut = false;
  }

  private Duration quick() {
    return Duration.ofMillis(random.nextInt(1, 30));
  }

  /** So late that the world has moved on. */
  private Duration straggling() {
    return Duration.ofMillis(random.nextInt(15_000, 60_000));
  }

  private Duration slow() {
    return Duration.ofMillis(random.nextInt(500, 20_000));
  }
}
