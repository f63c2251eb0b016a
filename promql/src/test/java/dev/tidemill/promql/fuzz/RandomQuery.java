package dev.tidemill.promql.fuzz;

import java.util.List;
import java.util.Random;

/** Queries that are right in their types, over the series of {@link RandomSeries}. */
public final class RandomQuery {
  private static final List<String> MATH =
      List.of("abs", "ceil", "sqrt", "ln", "sgn", "exp", "log2", "rad", "minute", "day_of_year");
  private static final List<String> OVER_TIME =
      List.of(
          "rate",
          "increase",
          "delta",
          "irate",
          "idelta",
          "deriv",
          "changes",
          "resets",
          "avg_over_time",
          "count_over_time",
          "first_over_time",
          "last_over_time",
          "max_over_time",
          "min_over_time",
          "present_over_time",
          "stddev_over_time",
          "stdvar_over_time",
          "sum_over_time",
          "absent_over_time");
  private static final List<String> REDUCTIONS =
      List.of("sum", "avg", "count", "min", "max", "group", "stddev", "stdvar");
  private static final List<String> ARITHMETIC = List.of("+", "-", "*", "/", "%", "^", "atan2");
  private static final List<String> COMPARISONS = List.of("==", "!=", "<", "<=", ">", ">=");
  private static final List<String> SELECTORS =
      List.of(
          "m_total",
          "g",
          "m_total{job=\"a\"}",
          "g{job!=\"a\"}",
          "{__name__=~\"m_total|g\"}",
          "{\"odd name\"}",
          "g{i=~\"[0-3]\",job=~\".+\"}",
          "nothing");
  private static final List<String> DURATIONS = List.of("1s", "15s", "37s", "1m", "2m30s", "5m");

  private final Random random;

  /** Whether a step may depend on the other steps of the query. */
  private final boolean wholeQuery;

  public RandomQuery(Random random, boolean wholeQuery) {
    this.random = random;
    this.wholeQuery = wholeQuery;
  }

  public String any() {
    return random.nextInt(6) == 0 ? scalar(3) : vector(3);
  }

  private String vector(int depth) {
    if (depth == 0) {
      return pick(SELECTORS) + modifiers();
    }
    return switch (random.nextInt(16)) {
      case 0, 1 -> pick(SELECTORS) + modifiers();
      case 2, 3, 4 -> overTime(depth - 1);
      case 5, 6, 7 -> pick(REDUCTIONS) + grouping() + "(" + vector(depth - 1) + ")";
      case 8 -> pick(MATH) + "(" + vector(depth - 1) + ")";
      case 9 -> "-" + operand(depth - 1);
      case 10 -> operand(depth - 1) + " " + operator() + " " + scalarOperand(depth - 1);
      case 11 -> scalarOperand(depth - 1) + " " + operator() + " " + operand(depth - 1);
      case 12 -> operand(depth - 1) + " " + operator() + matching() + operand(depth - 1);
      case 13 -> operand(depth - 1) + " " + set() + " " + operand(depth - 1);
      case 14 -> parameterised(depth - 1);
      default -> special(depth - 1);
    };
  }

  private String operand(int depth) {
    return "(" + vector(depth) + ")";
  }

  private String scalarOperand(int depth) {
    return "(" + scalar(depth) + ")";
  }

  private String overTime(int depth) {
    return switch (random.nextInt(6)) {
      case 0 -> "quantile_over_time(" + scalar(0) + ", " + range(depth) + ")";
      case 1 -> "predict_linear(" + range(depth) + ", " + scalar(0) + ")";
      default -> pick(OVER_TIME) + "(" + range(depth) + ")";
    };
  }

  private String range(int depth) {
    if (depth == 0 || random.nextInt(3) > 0) {
      return pick(SELECTORS) + "[" + pick(DURATIONS) + "]" + modifiers();
    }
    String step = random.nextInt(3) == 0 ? "" : pick(List.of("7s", "15s", "20s"));
    return operand(depth - 1) + "[" + pick(DURATIONS) + ":" + step + "]" + modifiers();
  }

  private String parameterised(int depth) {
    return switch (random.nextInt(4)) {
      case 0 -> "topk" + grouping() + "(" + random.nextInt(4) + ", " + vector(depth) + ")";
      case 1 -> "bottomk" + grouping() + "(" + random.nextInt(4) + ", " + vector(depth) + ")";
      case 2 -> "quantile" + grouping() + "(" + random.nextDouble() + ", " + vector(depth) + ")";
      default -> "count_values" + grouping() + "(\"value\", " + vector(depth) + ")";
    };
  }

  private String special(int depth) {
    return switch (random.nextInt(8)) {
      case 0 -> "absent(" + vector(depth) + ")";
      case 1 -> "clamp(" + vector(depth) + ", -3, " + scalar(0) + ")";
      case 2 -> "round(" + vector(depth) + ", 0.5)";
      case 3 -> "timestamp(" + vector(depth) + ")";
      case 4 -> "vector(" + scalar(depth) + ")";
      case 5 -> "label_replace(" + vector(depth) + ", \"j\", \"<$1>\", \"job\", \"(.*)\")";
      case 6 -> "label_join(" + vector(depth) + ", \"i\", \"/\", \"i\", \"job\")";
      default -> "histogram_quantile(0.3, " + vector(depth) + ")";
    };
  }

  private String scalar(int depth) {
    if (depth == 0 || random.nextInt(3) > 0) {
      return pick(List.of("0", "1", "-2.5", "1e3", "NaN", "Inf", "5m", "0x1f", "time()", "pi()"));
    }
    return random.nextBoolean()
        ? "scalar(" + vector(depth - 1) + ")"
        : scalarOperand(depth - 1) + " " + pick(ARITHMETIC) + " " + scalarOperand(depth - 1);
  }

  private String modifiers() {
    String offset =
        random.nextInt(5) == 0
            ? " offset " + (random.nextBoolean() ? "-" : "") + pick(DURATIONS)
            : "";
    List<String> moments =
        wholeQuery ? List.of("start()", "end()", "123", "250.5") : List.of("123", "250.5");
    return random.nextInt(6) == 0 ? offset + " @ " + pick(moments) : offset;
  }

  private String grouping() {
    return pick(List.of("", " by (job)", " by (job, i)", " without (i)", " without ()")) + " ";
  }

  private String operator() {
    return switch (random.nextInt(3)) {
      case 0 -> pick(ARITHMETIC);
      case 1 -> pick(COMPARISONS) + " bool";
      default -> random.nextBoolean() ? pick(ARITHMETIC) : pick(COMPARISONS) + " bool";
    };
  }

  private String matching() {
    return pick(
        List.of(
            " ",
            " ",
            " on (job, i) ",
            " ignoring (i) group_left () ",
            " on (job) group_right (i) "));
  }

  private String set() {
    String op = pick(wholeQuery ? List.of("and", "or", "unless") : List.of("and", "unless"));
    return op + pick(List.of("", " on (job)", " ignoring (i)"));
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
