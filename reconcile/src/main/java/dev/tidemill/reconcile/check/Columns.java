package dev.tidemill.reconcile.check;

import dev.tidemill.core.NameSuggestion;
import dev.tidemill.sql.SqlColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The columns of one source, found by the name a person wrote. */
public record Columns(List<SqlColumn> all) {
  public Columns {
    all = List.copyOf(all);
  }

  /**
   * Exactly that name, else one that is the same but for case, outer blanks, and {@code -} or blank
   * for {@code _}; none when there is no such column or more than one.
   */
  public Optional<SqlColumn> find(String written) {
    List<SqlColumn> exact = all.stream().filter(c -> c.name().equals(written)).toList();
    if (!exact.isEmpty()) {
      return exact.size() == 1 ? Optional.of(exact.getFirst()) : Optional.empty();
    }
    List<SqlColumn> near =
        all.stream().filter(c -> normal(c.name()).equals(normal(written))).toList();
    return near.size() == 1 ? Optional.of(near.getFirst()) : Optional.empty();
  }

  /** What was probably meant: a name of few other letters, or one that holds or is in it. */
  Optional<String> suggestion(String written) {
    var names = new ArrayList<String>();
    all.forEach(c -> names.add(c.name()));
    String wanted = normal(written);
    return NameSuggestion.closest(written, names)
        .or(
            () ->
                names.stream()
                    .filter(n -> normal(n).contains(wanted) || wanted.contains(normal(n)))
                    .findFirst());
  }

  private static String normal(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
  }
}
