package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.recipe.Allowed;
import dev.tidemill.reconcile.recipe.Condition;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What docs/recipe.md says about one condition and one pair, in the plainest Java there is.
 *
 * @param delta as evidence shows it; null without a distance or without values
 * @param share null without a distance or without values
 */
record Judgement(
    boolean holds,
    boolean unknown,
    boolean scored,
    @Nullable String delta,
    @Nullable Double share) {

  static Judgement of(Condition.OfPair condition, Row left, Row right) {
    return switch (condition) {
      case Condition.Equal c -> equal(c, left.raw(c.left()), right.raw(c.right()));
      case Condition.NormalizedEqual c -> {
        String a = normal(left.text(c.left()), c.stripPunctuation());
        String b = normal(right.text(c.right()), c.stripPunctuation());
        yield plain(a, b, a != null && a.equals(b));
      }
      case Condition.Tolerance c ->
          amounts(c.allowed(), left.amount(c.left()), right.amount(c.right()));
      case Condition.Compare c -> {
        Object a = left.raw(c.left());
        Object b = right.raw(c.right());
        yield plain(a, b, a != null && b != null && compares(c.comparison(), a, b));
      }
      case Condition.TextTest c -> {
        String a = left.text(c.left());
        String b = right.text(c.right());
        yield plain(a, b, a != null && b != null && !b.isEmpty() && relates(c.relation(), a, b));
      }
      case Condition.DateWindow c -> days(c, left.day(c.left()), right.day(c.right()));
      case Condition.Similar c ->
          similar(
              c.threshold(),
              normal(left.text(c.left()), false),
              normal(right.text(c.right()), false));
    };
  }

  static Judgement amounts(Allowed rule, @Nullable BigDecimal a, @Nullable BigDecimal b) {
    if (a == null || b == null) {
      return new Judgement(false, true, true, null, null);
    }
    BigDecimal delta = b.subtract(a);
    BigDecimal allowed = BigDecimal.ZERO;
    BigDecimal absolute = rule.absolute();
    BigDecimal relative = rule.relative();
    if (absolute != null) {
      allowed = allowed.max(absolute);
    }
    if (relative != null) {
      allowed = allowed.max(relative.multiply(a.abs().max(b.abs())));
    }
    return near(delta, allowed, delta.toPlainString());
  }

  private static Judgement near(BigDecimal delta, BigDecimal allowed, String shown) {
    double share =
        delta.signum() == 0
            ? 0
            : round9(
                allowed.signum() == 0
                    ? delta.abs().doubleValue()
                    : delta.abs().doubleValue() / allowed.doubleValue());
    return new Judgement(delta.abs().compareTo(allowed) <= 0, false, true, shown, share);
  }

  private static Judgement days(
      Condition.DateWindow c, @Nullable LocalDate a, @Nullable LocalDate b) {
    if (a == null || b == null) {
      return new Judgement(false, true, true, null, null);
    }
    long delta = c.business() ? businessDays(a, b) : ChronoUnit.DAYS.between(a, b);
    return near(BigDecimal.valueOf(delta), BigDecimal.valueOf(c.days()), String.valueOf(delta));
  }

  private static long businessDays(LocalDate a, LocalDate b) {
    if (a.isAfter(b)) {
      return -businessDays(b, a);
    }
    long count = 0;
    for (LocalDate day = a.plusDays(1); !day.isAfter(b); day = day.plusDays(1)) {
      if (day.getDayOfWeek() != DayOfWeek.SATURDAY && day.getDayOfWeek() != DayOfWeek.SUNDAY) {
        count++;
      }
    }
    return count;
  }

  private static Judgement similar(BigDecimal threshold, @Nullable String a, @Nullable String b) {
    if (a == null || b == null) {
      return new Judgement(false, true, true, null, null);
    }
    double similarity = JaroWinkler.similarity(a, b);
    BigDecimal room = BigDecimal.ONE.subtract(threshold);
    double share = 1 - similarity;
    if (room.signum() > 0) {
      share = share / room.doubleValue();
    }
    return new Judgement(
        similarity >= threshold.doubleValue(),
        false,
        true,
        "%.9f".formatted(similarity),
        round9(share));
  }

  private static Judgement equal(Condition.Equal c, @Nullable Object a, @Nullable Object b) {
    boolean holds =
        (a == null || b == null)
            ? (c.nullEqualsNull() && a == null && b == null)
            : order(a, b) == 0;
    return plain(a, b, holds);
  }

  private static Judgement plain(@Nullable Object a, @Nullable Object b, boolean holds) {
    return new Judgement(holds, a == null || b == null, false, null, null);
  }

  private static boolean compares(Condition.Comparison comparison, Object a, Object b) {
    int order = order(a, b);
    return switch (comparison) {
      case GT -> order > 0;
      case GTE -> order >= 0;
      case LT -> order < 0;
      case LTE -> order <= 0;
    };
  }

  private static boolean relates(Condition.TextRelation relation, String a, String b) {
    return switch (relation) {
      case CONTAINS -> a.contains(b);
      case STARTSWITH -> a.startsWith(b);
      case ENDSWITH -> a.endsWith(b);
    };
  }

  @SuppressWarnings("unchecked")
  private static int order(Object a, Object b) {
    if (a instanceof String left && b instanceof String right) {
      return BY_CODE_POINT.compare(left, right);
    }
    if (a instanceof Number) {
      var left = Row.exact(a);
      var right = Row.exact(b);
      return left == null || right == null ? -1 : left.compareTo(right);
    }
    return ((Comparable<Object>) a).compareTo(b);
  }

  /** Binary order of UTF-8, which Java's own order of texts is not. */
  static final Comparator<String> BY_CODE_POINT =
      (a, b) -> Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());

  private static @Nullable String normal(@Nullable String text, boolean strip) {
    return text == null ? null : NormalText.of(text, strip);
  }

  static double round9(double value) {
    double scaled = value * 1e9;
    return Math.abs(scaled) < 1L << 52 ? Math.round(scaled) / 1e9 : scaled / 1e9;
  }
}
