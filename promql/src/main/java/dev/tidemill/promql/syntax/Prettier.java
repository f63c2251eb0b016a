package dev.tidemill.promql.syntax;

import java.util.stream.Collectors;

/** A tree as text for people: what is too long for a line goes over several. */
public final class Prettier {
  private static final int LINE = 100;

  private Prettier() {}

  public static String print(Expr expr) {
    return print(expr, 0);
  }

  private static String print(Expr expr, int level) {
    String indent = "  ".repeat(level);
    String line = Printer.print(expr);
    if (line.length() <= LINE) {
      return indent + line;
    }
    return switch (expr) {
      case Expr.Paren paren ->
          indent + "(\n" + print(paren.inner(), level + 1) + "\n" + indent + ")";
      case Expr.Unary unary ->
          indent + (unary.negative() ? "-" : "+") + print(unary.operand(), level).strip();
      case Expr.Binary b ->
          Printer.left(b, print(b.left(), level + 1))
              + "\n"
              + indent
              + Printer.operator(b)
              + "\n"
              + print(b.right(), level + 1);
      case Expr.Call call -> indent + call.function().name() + arguments(call, level);
      case Expr.Aggregate a -> indent + Printer.head(a) + arguments(a, level);
      case Expr.Subquery s -> print(s.operand(), level) + Printer.suffix(s);
      case Expr.NumberLiteral n -> indent + line;
      case Expr.StringLiteral s -> indent + line;
      case Expr.VectorSelector s -> indent + line;
      case Expr.MatrixSelector m -> indent + line;
    };
  }

  private static String arguments(Expr expr, int level) {
    return expr.children().stream()
        .map(argument -> print(argument, level + 1))
        .collect(Collectors.joining(",\n", "(\n", "\n" + "  ".repeat(level) + ")"));
  }
}
