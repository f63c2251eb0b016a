package dev.tidemill.promql.syntax;

import dev.tidemill.promql.series.Matcher;
import dev.tidemill.promql.syntax.VectorMatching.Cardinality;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A tree as text, on one line. */
public final class Printer {
  private Printer() {}

  public static String print(Expr expr) {
    return switch (expr) {
      case Expr.NumberLiteral number -> number(number);
      case Expr.StringLiteral string -> Quoting.quote(string.value());
      case Expr.Paren paren -> "(" + print(paren.inner()) + ")";
      case Expr.Unary unary -> (unary.negative() ? "-" : "+") + print(unary.operand());
      case Expr.Binary binary -> binary(binary);
      case Expr.Call call -> call.function().name() + "(" + list(call.arguments()) + ")";
      case Expr.Aggregate aggregate -> aggregate(aggregate);
      case Expr.VectorSelector s -> selector(s) + modifiers(s.modifiers());
      case Expr.MatrixSelector m ->
          selector(m.selector())
              + "["
              + Durations.format(m.range())
              + "]"
              + modifiers(m.selector().modifiers());
      case Expr.Subquery s -> print(s.operand()) + suffix(s);
    };
  }

  private static String number(Expr.NumberLiteral number) {
    return number.duration()
        ? Durations.format(Duration.ofMillis(Math.round(number.value() * 1000)))
        : Numbers.plain(number.value());
  }

  private static String binary(Expr.Binary b) {
    return left(b, print(b.left())) + " " + operator(b) + " " + print(b.right());
  }

  /** A power binds tighter than a sign: {@code +Inf ^ 2} would be read as {@code +(Inf ^ 2)}. */
  static String left(Expr.Binary b, String printed) {
    boolean signed = b.op() == BinaryOp.POWER && b.left() instanceof Expr.NumberLiteral;
    return signed ? printed.replace("+Inf", "Inf") : printed;
  }

  /** With what belongs to it. */
  static String operator(Expr.Binary b) {
    String sign = b.op().sign() + (b.bool() ? " bool" : "");
    VectorMatching m = b.matching();
    return m == null ? sign : sign + matching(m);
  }

  /** What stands behind a subquery's expression. */
  static String suffix(Expr.Subquery s) {
    String step = s.step() == null ? "" : Durations.format(s.step());
    return "[%s:%s]%s".formatted(Durations.format(s.range()), step, modifiers(s.modifiers()));
  }

  private static String matching(VectorMatching m) {
    var text = new StringBuilder();
    boolean grouped =
        m.cardinality() == Cardinality.MANY_TO_ONE || m.cardinality() == Cardinality.ONE_TO_MANY;
    if (m.on() || !m.labels().isEmpty() || grouped) {
      text.append(m.on() ? " on (" : " ignoring (").append(labels(m.labels())).append(")");
    }
    if (grouped) {
      text.append(m.cardinality() == Cardinality.MANY_TO_ONE ? " group_left (" : " group_right (")
          .append(labels(m.include()))
          .append(")");
    }
    if (m.fillLeft() != null && m.fillLeft().equals(m.fillRight())) {
      text.append(" fill (").append(Numbers.plain(m.fillLeft())).append(")");
    } else {
      if (m.fillLeft() != null) {
        text.append(" fill_left (").append(Numbers.plain(m.fillLeft())).append(")");
      }
      if (m.fillRight() != null) {
        text.append(" fill_right (").append(Numbers.plain(m.fillRight())).append(")");
      }
    }
    return text.toString();
  }

  private static String aggregate(Expr.Aggregate a) {
    return head(a) + "(" + list(a.children()) + ")";
  }

  /** Up to the parenthesis. */
  static String head(Expr.Aggregate a) {
    String grouping = "";
    if (a.without()) {
      grouping = " without (" + labels(a.labels()) + ") ";
    } else if (!a.labels().isEmpty()) {
      grouping = " by (" + labels(a.labels()) + ") ";
    }
    return a.op().text() + grouping;
  }

  private static String list(List<Expr> arguments) {
    return arguments.stream().map(Printer::print).collect(Collectors.joining(", "));
  }

  private static String labels(List<String> labels) {
    return labels.stream().map(Printer::label).collect(Collectors.joining(", "));
  }

  private static String label(String name) {
    return Characters.isLabelName(name) ? name : Quoting.quote(name);
  }

  private static String selector(Expr.VectorSelector s) {
    String name = s.name();
    String matchers =
        s.otherMatchers().stream().map(Printer::matcher).collect(Collectors.joining(","));
    if (name == null) {
      return "{" + matchers + "}";
    }
    return matchers.isEmpty() ? name : name + "{" + matchers + "}";
  }

  private static String matcher(Matcher matcher) {
    return label(matcher.label()) + matcher.op().sign() + Quoting.quote(matcher.value());
  }

  private static String modifiers(Modifiers modifiers) {
    String at =
        switch (modifiers.at()) {
          case null -> "";
          case Modifiers.At.Moment moment ->
              " @ " + String.format(Locale.ROOT, "%.3f", moment.timestamp() / 1000.0);
          case Modifiers.At.Start start -> " @ start()";
          case Modifiers.At.End end -> " @ end()";
        };
    Duration offset = modifiers.offset();
    return at + (offset.isZero() ? "" : " offset " + Durations.format(offset));
  }
}
