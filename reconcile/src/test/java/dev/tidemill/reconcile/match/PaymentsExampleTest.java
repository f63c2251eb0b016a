package dev.tidemill.reconcile.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.RecipeReader;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example does what its README says. */
@Tag("R12")
class PaymentsExampleTest {
  private static final Path EXAMPLE =
      Path.of(System.getProperty("tidemill.root", "..")).resolve("examples/payments");

  private final Path folder;

  PaymentsExampleTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void every_line_of_the_example_teaches_what_it_should() throws IOException {
    Recipe recipe = RecipeReader.read(Files.readString(EXAMPLE.resolve("recipe.json")));
    try (var bench = new Workbench(folder)) {
      bench.run(
          recipe,
          csv("invoices.csv", "invoice_id order_id customer currency amount due_on status"),
          csv("payments.csv", "payment_id reference payer currency paid paid_on"));

      assertThat(pairs(bench.matched()))
          .containsExactlyInAnyOrder(
              "exact INV-1001 P-01",
              "exact INV-1002 P-02",
              "exact INV-1003 P-03",
              "exact INV-1006 P-06",
              "bank fee INV-1004 P-04",
              "bank fee INV-1005 P-05",
              "split payment INV-1008 P-08",
              "split payment INV-1008 P-09",
              "split payment INV-1008 P-10",
              "collective payment INV-1009 P-11",
              "collective payment INV-1010 P-11",
              "collective payment INV-1011 P-11",
              "by name, amount and date INV-1012 P-12",
              "by name, amount and date INV-1013 P-13",
              "by name, amount and date INV-1015 P-14",
              "similar name INV-1016 P-15");
      assertThat(reasons(bench.unmatched("left")))
          .containsExactly(
              Map.entry("INV-1007", "no_candidate_for_key"),
              Map.entry("INV-1014", "lost_tie_break"),
              Map.entry("INV-1017", "no_candidate_for_key"),
              Map.entry("INV-1018", "amount_outside_tolerance"),
              Map.entry("INV-1019", "group_sum_differs"));
      assertThat(reasons(bench.unmatched("right")))
          .containsExactly(
              Map.entry("P-06", "duplicate"),
              Map.entry("P-07", "no_candidate_for_key"),
              Map.entry("P-16", "amount_outside_tolerance"),
              Map.entry("P-17", "group_sum_differs"),
              Map.entry("P-18", "group_sum_differs"),
              Map.entry("P-19", "no_candidate_for_key"));
    }
  }

  private static List<String> pairs(List<Map<String, @Nullable Object>> matched) {
    return matched.stream()
        .map(m -> m.get("rule_name") + " " + m.get("left_key") + " " + m.get("right_key"))
        .toList();
  }

  private static List<Map.Entry<String, String>> reasons(
      List<Map<String, @Nullable Object>> unmatched) {
    return unmatched.stream()
        .map(
            u ->
                Map.entry(
                    String.valueOf(u.get("record_key")), String.valueOf(u.get("rejection_reason"))))
        .collect(Collectors.toList());
  }

  private static Request.Input csv(String file, String columns) {
    List<SqlColumn> typed =
        Pattern.compile(" ")
            .splitAsStream(columns)
            .map(name -> new SqlColumn(name, type(name)))
            .toList();
    return Request.Input.of(new SqlInput.Csv(List.of(EXAMPLE.resolve(file)), typed));
  }

  private static SqlType type(String column) {
    return switch (column) {
      case "amount", "paid" -> SqlType.decimal(12, 2);
      case "due_on", "paid_on" -> SqlType.DATE;
      default -> SqlType.VARCHAR;
    };
  }
}
