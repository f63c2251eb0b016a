package dev.tidemill.jobs.model;

import dev.tidemill.core.time.SimulatedTime;
import dev.tidemill.jobs.StoreUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The same commands done to the model and to a real store, by one clock. */
final class Duel {
  private static final Duration STEP = Duration.ofSeconds(5);
  private static final int MOST_TRIES = 150;

  private final SimulatedTime time;
  private final StoreUnderTest model;
  private final StoreUnderTest real;

  Duel(SimulatedTime time, StoreUnderTest real) {
    this.time = time;
    this.model = new ModelStoreUnderTest(time);
    this.real = real;
  }

  /** Where they first differed. */
  record Difference(List<Command> commands, String what) {
    @Override
    public String toString() {
      return "after %d commands: %s%n%s".formatted(commands.size(), commands, what);
    }
  }

  Optional<Difference> play(List<Command> commands) {
    model.wipe();
    real.wipe();
    var left = new Player(model);
    var right = new Player(real);
    for (int i = 0; i < commands.size(); i++) {
      Command command = commands.get(i);
      pass(command, left, right);
      Optional<String> what = difference(left.play(command), right.play(command));
      if (what.isPresent()) {
        return Optional.of(new Difference(commands.subList(0, i + 1), what.get()));
      }
    }
    return Optional.empty();
  }

  /** Takes out what is not needed for the stores to differ, in ever smaller pieces. */
  Difference shrink(Difference found) {
    Difference least = found;
    int tries = 0;
    for (int piece = found.commands.size() / 2; piece > 0 && tries < MOST_TRIES; piece /= 2) {
      for (int from = 0; from < least.commands.size() && tries < MOST_TRIES; ) {
        var fewer = new ArrayList<>(least.commands);
        fewer.subList(from, Math.min(fewer.size(), from + piece)).clear();
        tries++;
        Optional<Difference> still = play(fewer);
        if (still.isPresent()) {
          least = still.get();
        } else {
          from += piece;
        }
      }
    }
    return least;
  }

  private void pass(Command command, Player left, Player right) {
    Random random = command.random();
    switch (command.kind()) {
      case TIME_PASSES -> time.advance(Duration.ofMillis(1L << random.nextInt(17)));
      case CLOCK_JUMPS -> time.jumpWallClock(Duration.ofSeconds(random.nextInt(-60, 120)));
      case SILENCE -> {
        for (int i = random.nextInt(3, 9); i > 0; i--) {
          time.advance(STEP);
          long beats = random.nextLong();
          left.beatSome(new Random(beats));
          right.beatSome(new Random(beats));
          left.play(new Command(Command.Kind.RECLAIM, 0));
          right.play(new Command(Command.Kind.RECLAIM, 0));
        }
      }
      default -> {
        // Takes no time.
      }
    }
  }

  private static Optional<String> difference(Player.Answer model, Player.Answer real) {
    if (!model.text().equals(real.text())) {
      return Optional.of("model answers %s%nstore answers %s".formatted(model.text(), real.text()));
    }
    if (!model.hints().containsAll(real.hints())) {
      return Optional.of("hinted at %s, due is %s".formatted(real.hints(), model.hints()));
    }
    for (String table : Names.TABLES) {
      var missing = new ArrayList<>(model.rows().getOrDefault(table, List.of()));
      var extra = new ArrayList<>(real.rows().getOrDefault(table, List.of()));
      List<String> common = List.copyOf(missing);
      missing.removeAll(extra);
      extra.removeAll(common);
      if (!missing.isEmpty() || !extra.isEmpty()) {
        return Optional.of(
            "%s%nmodel has %s%nstore has %s"
                .formatted(table, String.join("\n  ", missing), String.join("\n  ", extra)));
      }
    }
    return Optional.empty();
  }
}
