package dev.tidemill.jobs.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Something to do to a store. Its details are drawn from its own seed and from what the player
 * knows by then, so a sequence stays meaningful when others are taken out of it.
 */
record Command(Kind kind, long seed) {

  /** What it is, and how often it comes. */
  enum Kind {
    SUBMIT(12),
    REGISTER(6),
    CLAIM(18),
    HEARTBEAT(10),
    SETTLE(24),
    LOG(3),
    STOP(2),
    CANCEL(3),
    RETRY_RUN(5),
    RETRY_JOB(4),
    AGAIN(2),
    DRAIN(2),
    UNDRAIN(3),
    TIME_PASSES(14),
    CLOCK_JUMPS(1),
    SILENCE(4),
    TURN(3),
    DUE(2),
    RECLAIM(5),
    OVERDUE(4),
    REPAIR(4),
    RETAIN(2),
    VIEWS(3);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }

    private static Kind draw(Random random) {
      int total = 0;
      for (Kind kind : values()) {
        total += kind.weight;
      }
      int at = random.nextInt(total);
      for (Kind kind : values()) {
        at -= kind.weight;
        if (at < 0) {
          return kind;
        }
      }
      throw new IllegalStateException("weights do not add up");
    }
  }

  Random random() {
    return new Random(seed);
  }

  static List<Command> sequence(long seed, int length) {
    var random = new Random(seed);
    var commands = new ArrayList<Command>();
    // Most sequences would otherwise begin with nothing to do.
    commands.add(new Command(Kind.SUBMIT, random.nextLong()));
    commands.add(new Command(Kind.REGISTER, random.nextLong()));
    while (commands.size() < length) {
      commands.add(new Command(Kind.draw(random), random.nextLong()));
    }
    return commands;
  }
}
