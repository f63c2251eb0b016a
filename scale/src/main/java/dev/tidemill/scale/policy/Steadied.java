package dev.tidemill.scale.policy;

import dev.tidemill.scale.PolicyMemory.Sizes;
import dev.tidemill.scale.PolicyMemory.Wanted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a wish after windows, cooldowns and step limits.
 *
 * @param clamp what held it back, in words; empty when nothing did
 */
record Steadied(int workers, String clamp, Sizes memory) {

  /**
   * A pool that is seen for the first time is taken to have been wanted as it is: a controller that
   * restarts does not begin by shrinking.
   */
  static Steadied of(
      int wanted, int present, @Nullable Sizes before, Instant at, Steadiness limits) {
    Sizes known = before == null ? asItIs(present, at) : before;
    List<Wanted> recent = recent(known.recent(), wanted, at, limits);
    if (wanted > present) {
      return grow(wanted, present, new Sizes(recent, known.grown(), known.shrunk()), at, limits);
    }
    if (wanted < present) {
      return shrink(wanted, present, new Sizes(recent, known.grown(), known.shrunk()), at, limits);
    }
    return new Steadied(present, "", new Sizes(recent, known.grown(), known.shrunk()));
  }

  private static Sizes asItIs(int present, Instant at) {
    return new Sizes(List.of(new Wanted(at.minusMillis(1), present)), null, null);
  }

  private static Steadied grow(
      int wanted, int present, Sizes sizes, Instant at, Steadiness limits) {
    var up = limits.up();
    int steady = Math.max(present, over(up.window(), sizes, at, Math::min));
    if (steady == present) {
      return new Steadied(
          present, "held, because more must be wanted for " + words(up.window()), sizes);
    }
    if (within(up.cooldown(), sizes.grown(), at)) {
      return new Steadied(
          present, "held, because it grew less than %s ago".formatted(words(up.cooldown())), sizes);
    }
    int next = Math.min(steady, Math.addExact(present, up.most(present)));
    String clamp = next < wanted ? "grows to %d at first".formatted(next) : "";
    return new Steadied(next, clamp, new Sizes(sizes.recent(), at, sizes.shrunk()));
  }

  private static Steadied shrink(
      int wanted, int present, Sizes sizes, Instant at, Steadiness limits) {
    var down = limits.down();
    int most = over(down.window(), sizes, at, Math::max);
    boolean little = most < present && present - most <= limits.tolerance() * present;
    Duration window = little ? down.patience() : down.window();
    int steady = Math.min(present, little ? over(window, sizes, at, Math::max) : most);
    if (steady == present) {
      return new Steadied(
          present, "held, because about that many were wanted in the last " + words(window), sizes);
    }
    if (within(down.cooldown(), sizes.shrunk(), at)) {
      return new Steadied(
          present,
          "held, because it shrank less than %s ago".formatted(words(down.cooldown())),
          sizes);
    }
    int next = Math.max(steady, present - down.most(present));
    String clamp = next > wanted ? "shrinks to %d at first".formatted(next) : "";
    return new Steadied(next, clamp, new Sizes(sizes.recent(), sizes.grown(), at));
  }

  /** Of a clock that was set back nothing is kept that lies ahead. */
  private static List<Wanted> recent(List<Wanted> old, int wanted, Instant at, Steadiness limits) {
    Duration longest =
        limits.up().window().compareTo(limits.down().patience()) > 0
            ? limits.up().window()
            : limits.down().patience();
    var recent = new ArrayList<Wanted>();
    for (Wanted one : old) {
      if (!one.at().isAfter(at) && !one.at().isBefore(at.minus(longest))) {
        recent.add(one);
      }
    }
    recent.add(new Wanted(at, wanted));
    return recent;
  }

  private static int over(Duration window, Sizes sizes, Instant at, IntBinaryOperator choose) {
    int chosen = sizes.recent().getLast().workers();
    for (Wanted one : sizes.recent()) {
      if (!one.at().isBefore(at.minus(window))) {
        chosen = choose.applyAsInt(chosen, one.workers());
      }
    }
    return chosen;
  }

  private static boolean within(Duration cooldown, @Nullable Instant last, Instant at) {
    return last != null && !last.isAfter(at) && at.isBefore(last.plus(cooldown));
  }

  static String words(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }
}
