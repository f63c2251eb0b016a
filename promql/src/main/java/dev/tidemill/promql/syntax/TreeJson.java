package dev.tidemill.promql.syntax;

import dev.tidemill.promql.series.Matcher;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tree as maps and lists, in the shape that the Prometheus API's {@code parse_query} has. */
public final class TreeJson {
  private TreeJson() {}

  public static Map<String, @Nullable Object> of(Expr expr) {
    return switch (expr) {
      case Expr.NumberLiteral n -> node("numberLiteral", "val", Numbers.plain(n.value()));
      case Expr.StringLiteral s -> node("stringLiteral", "val", s.value());
      case Expr.Paren p -> node("parenExpr", "expr", of(p.inner()));
      case Expr.Unary u ->
          node("unaryExpr", "op", u.negative() ? "-" : "+", "expr", of(u.operand()));
      case Expr.Binary b ->
          node(
              "binaryExpr",
              "op",
              b.op().sign(),
              "lhs",
              of(b.left()),
              "rhs",
              of(b.right()),
              "matching",
              matching(b.matching()),
              "bool",
              b.bool());
      case Expr.Call c -> node("call", "func", function(c.function()), "args", all(c.arguments()));
      case Expr.Aggregate a ->
          node(
              "aggregation",
              "op",
              a.op().text(),
              "expr",
              of(a.operand()),
              "param",
              a.parameter() == null ? null : of(a.parameter()),
              "grouping",
              a.labels(),
              "without",
              a.without());
      case Expr.VectorSelector s -> selector("vectorSelector", s);
      case Expr.MatrixSelector m -> {
        var node = selector("matrixSelector", m.selector());
        node.put("range", m.range().toMillis());
        yield node;
      }
      case Expr.Subquery s -> {
        var node =
            node(
                "subquery",
                "expr",
                of(s.operand()),
                "range",
                s.range().toMillis(),
                "step",
                s.step() == null ? 0L : s.step().toMillis());
        node.putAll(modifiers(s.modifiers()));
        yield node;
      }
    };
  }

  private static List<Map<String, @Nullable Object>> all(List<Expr> expressions) {
    return expressions.stream().map(TreeJson::of).toList();
  }

  private static Map<String, @Nullable Object> node(String type, @Nullable Object... more) {
    var node = new LinkedHashMap<String, @Nullable Object>();
    node.put("type", type);
    for (int i = 0; i < more.length; i += 2) {
      node.put(String.valueOf(more[i]), more[i + 1]);
    }
    return node;
  }

  private static @Nullable Object matching(@Nullable VectorMatching m) {
    if (m == null) {
      return null;
    }
    var node = new LinkedHashMap<String, @Nullable Object>();
    node.put("card", m.cardinality().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    node.put("labels", m.labels());
    node.put("on", m.on());
    node.put("include", m.include());
    return node;
  }

  private static Map<String, @Nullable Object> function(Signature function) {
    var node = new LinkedHashMap<String, @Nullable Object>();
    node.put("name", function.name());
    node.put("argTypes", function.arguments().stream().map(ValueType::code).toList());
    node.put("variadic", function.optional());
    node.put("returnType", function.returns().code());
    return node;
  }

  private static Map<String, @Nullable Object> selector(String type, Expr.VectorSelector s) {
    var node = node(type, "name", s.name() == null ? "" : s.name());
    node.put("matchers", s.matchers().stream().map(TreeJson::matcher).toList());
    node.putAll(modifiers(s.modifiers()));
    return node;
  }

  private static Map<String, String> matcher(Matcher matcher) {
    return Map.of("name", matcher.label(), "type", matcher.op().sign(), "value", matcher.value());
  }

  private static Map<String, @Nullable Object> modifiers(Modifiers modifiers) {
    var node = new LinkedHashMap<String, @Nullable Object>();
    node.put("offset", modifiers.offset().toMillis());
    Modifiers.At at = modifiers.at();
    node.put("timestamp", at instanceof Modifiers.At.Moment moment ? moment.timestamp() : null);
    node.put(
        "startOrEnd",
        at instanceof Modifiers.At.Start ? "start" : at instanceof Modifiers.At.End ? "end" : null);
    return node;
  }
}
