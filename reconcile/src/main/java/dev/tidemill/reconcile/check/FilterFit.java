package dev.tidemill.reconcile.check;

import dev.tidemill.reconcile.recipe.Filter;
import dev.tidemill.sql.SqlColumn;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.function.Supplier;

/** Whether the values of a filter are values of its column. */
final class FilterFit {
  private FilterFit() {}

  static Optional<String> misfit(Filter filter, SqlColumn column) {
    Kind kind = Kind.of(column.type());
    boolean ofText =
        switch (filter.op()) {
          case CONTAINS, STARTSWITH, ENDSWITH -> true;
          default -> false;
        };
    if (ofText && kind != Kind.TEXT) {
      return Optional.of("%s is %s, not a text".formatted(column.name(), kind.words()));
    }
    return filter.values().stream()
        .filter(value -> !fits(value, kind))
        .findFirst()
        .map(value -> "%s is %s, %s is not".formatted(column.name(), kind.words(), shown(value)));
  }

  private static boolean fits(Filter.Value value, Kind kind) {
    return switch (value) {
      case Filter.Value.Amount n -> kind == Kind.NUMBER;
      case Filter.Value.Truth t -> kind == Kind.BOOLEAN;
      case Filter.Value.Text t ->
          switch (kind) {
            case TEXT -> true;
            case DATE -> parses(() -> LocalDate.parse(t.text()));
            case TIMESTAMP -> parses(() -> LocalDateTime.parse(t.text()));
            case NUMBER, BOOLEAN, BINARY -> false;
          };
    };
  }

  private static boolean parses(Supplier<Object> parse) {
    try {
      return parse.get() != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static String shown(Filter.Value value) {
    return switch (value) {
      case Filter.Value.Amount n -> n.number().toPlainString();
      case Filter.Value.Truth t -> String.valueOf(t.truth());
      case Filter.Value.Text t -> "\"" + t.text() + "\"";
    };
  }
}
