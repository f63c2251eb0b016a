package dev.tidemill.promql.syntax;

import dev.tidemill.promql.series.Labels;
import dev.tidemill.promql.series.Matcher;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression. Immutable; types have been checked by the time anyone outside sees it. */
public sealed interface Expr {
  Span span();

  ValueType type();

  List<Expr> children();

  /** The expression inside any parentheses. */
  default Expr bare() {
    Expr inner = this;
    while (inner instanceof Paren paren) {
      inner = paren.inner();
    }
    return inner;
  }

  /** A number, or with {@code duration} a number of seconds that was written as a duration. */
  record NumberLiteral(double value, boolean duration, Span span) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.SCALAR;
    }

    @Override
    public List<Expr> children() {
      return List.of();
    }
  }

  /** Bytes that are no UTF-8 are kept as lone surrogates U+DC80 to U+DCFF. */
  record StringLiteral(String value, Span span) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.STRING;
    }

    @Override
    public List<Expr> children() {
      return List.of();
    }
  }

  record Paren(Expr inner, Span span) implements Expr {
    @Override
    public ValueType type() {
      return inner.type();
    }

    @Override
    public List<Expr> children() {
      return List.of(inner);
    }
  }

  record Unary(boolean negative, Expr operand, Span span) implements Expr {
    @Override
    public ValueType type() {
      return operand.type();
    }

    @Override
    public List<Expr> children() {
      return List.of(operand);
    }
  }

  /**
   * @param matching present exactly between two vectors
   */
  record Binary(
      BinaryOp op,
      Expr left,
      Expr right,
      boolean bool,
      @Nullable VectorMatching matching,
      Span span)
      implements Expr {
    @Override
    public ValueType type() {
      boolean scalars = left.type() == ValueType.SCALAR && right.type() == ValueType.SCALAR;
      return scalars ? ValueType.SCALAR : ValueType.VECTOR;
    }

    @Override
    public List<Expr> children() {
      return List.of(left, right);
    }
  }

  record Call(Signature function, List<Expr> arguments, Span span) implements Expr {
    public Call {
      arguments = List.copyOf(arguments);
    }

    @Override
    public ValueType type() {
      return function.returns();
    }

    @Override
    public List<Expr> children() {
      return arguments;
    }
  }

  record Aggregate(
      AggregateOp op,
      Expr operand,
      @Nullable Expr parameter,
      List<String> labels,
      boolean without,
      Span span)
      implements Expr {
    public Aggregate {
      labels = List.copyOf(labels);
    }

    @Override
    public ValueType type() {
      return ValueType.VECTOR;
    }

    @Override
    public List<Expr> children() {
      return parameter == null ? List.of(operand) : List.of(parameter, operand);
    }
  }

  /**
   * @param name the metric's name if it stands before the brace; it is also among the matchers
   */
  record VectorSelector(
      @Nullable String name, List<Matcher> matchers, Modifiers modifiers, Span span)
      implements Expr {
    public VectorSelector {
      matchers = List.copyOf(matchers);
    }

    @Override
    public ValueType type() {
      return ValueType.VECTOR;
    }

    @Override
    public List<Expr> children() {
      return List.of();
    }

    /** The matchers but for the name that is written before the brace. */
    List<Matcher> otherMatchers() {
      return name == null
          ? matchers
          : matchers.stream().filter(m -> !m.label().equals(Labels.METRIC_NAME)).toList();
    }
  }

  record MatrixSelector(VectorSelector selector, Duration range, Span span) implements Expr {
    @Override
    public ValueType type() {
      return ValueType.MATRIX;
    }

    @Override
    public List<Expr> children() {
      return List.of(selector);
    }
  }

  /**
   * @param step null for the default one
   */
  record Subquery(
      Expr operand, Duration range, @Nullable Duration step, Modifiers modifiers, Span span)
      implements Expr {
    @Override
    public ValueType type() {
      return ValueType.MATRIX;
    }

    @Override
    public List<Expr> children() {
      return List.of(operand);
    }
  }
}
