package dev.tidemill.server.prometheus;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Expressions by chance, the same ones at each run. Nothing is subtracted but samples: where almost
 * all of two sums cancels out, the last digits are all that is left, and 2 and 3 differ in those.
 */
final class MadeUpQuestions {
  private static final List<String> NAMES = List.of("load", "requests_total", "gappy");
  private static final List<String> OVER =
      List.of("avg", "min", "max", "sum", "count", "last", "present", "stddev");
  private static final List<String> OF_COUNTERS = List.of("rate", "increase", "irate", "resets");
  private static final List<String> REDUCTIONS =
      List.of("sum", "avg", "min", "max", "count", "group");
  private static final List<String> OF_EACH =
      List.of("abs", "ceil", "floor", "sqrt", "ln", "exp(0.001 * ", "sgn", "round", "atan");
  private static final List<String> RANGES = List.of("50s", "1m", "3m", "10m");

  /** Also where one is in another no step is on the first moment of a window. */
  private static final List<String> NESTED = List.of("3m10s", "7m10s");

  private final Random random;

  MadeUpQuestions(long seed) {
    this.random = new Random(seed);
  }

  List<String> some(int count) {
    return Stream.generate(() -> vector(3)).limit(count).toList();
  }

  private String vector(int depth) {
    if (depth == 0) {
      return leaf();
    }
    return switch (random.nextInt(9)) {
      case 0 -> leaf();
      case 1, 2 -> reduced(any("by", "without"), labels(), depth);
      case 3 -> "(" + vector(depth - 1) + " " + any("+", "*", "/") + " " + number() + ")";
      case 4 -> "(" + vector(depth - 1) + any(" > ", " <= ", " > bool ") + number() + ")";
      case 5 -> of(any(OF_EACH), vector(depth - 1));
      case 6 -> joined(depth);
      case 7 -> any(OVER) + "_over_time(" + vector(depth - 1) + "[" + any(NESTED) + ":30s])";
      default -> "topk(%d, ~load%s)".formatted(1 + random.nextInt(4), shift());
    };
  }

  private String leaf() {
    return switch (random.nextInt(3)) {
      case 0 -> "~" + any(NAMES) + where() + shift();
      case 1 ->
          any(OF_COUNTERS) + "(~requests_total" + where() + "[" + any(RANGES) + "]" + shift() + ")";
      default ->
          any(OVER)
              + "_over_time(~"
              + any(NAMES)
              + where()
              + "["
              + any(RANGES)
              + "]"
              + shift()
              + ")";
    };
  }

  private String reduced(String how, String labels, int depth) {
    return "%s %s (%s) (%s)".formatted(any(REDUCTIONS), how, labels, vector(depth - 1));
  }

  /** Both sides have one series for each instance, or none. */
  private String joined(int depth) {
    String left = reduced("by", "instance", depth);
    String right = reduced("by", "instance", depth);
    return "(%s %s on (instance) %s)"
        .formatted(left, any("+", "*", "/", "and", "or", "unless", "> bool"), right);
  }

  private static String of(String function, String argument) {
    return function + (function.contains("(") ? argument : "(" + argument) + ")";
  }

  private String where() {
    return any("", "", "{instance=\"i2\"}", "{instance=~\"i[1-4]\"}", "{zone!=\"a\"}");
  }

  private String shift() {
    return any("", "", "", " offset 90s", " offset -40s", " @ end()");
  }

  private String labels() {
    return any("instance", "zone", "job", "job, instance", "");
  }

  private String number() {
    return any("2", "0.5", "10", "33.3");
  }

  private String any(String... choices) {
    return any(List.of(choices));
  }

  private String any(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
