package dev.tidemill.reconcile.match;

import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Two small tables and a recipe made from a seed. Values come from small pools, so that keys
 * repeat, amounts lie on the edges of tolerances and candidates form chains.
 */
final class GeneratedCase {
  static final List<SqlColumn> LEFT =
      List.of(
          new SqlColumn("id", SqlType.VARCHAR),
          new SqlColumn("ref", SqlType.VARCHAR),
          new SqlColumn("code", SqlType.BIGINT),
          new SqlColumn("amount", SqlType.decimal(12, 2)),
          new SqlColumn("weight", SqlType.DOUBLE),
          new SqlColumn("day", SqlType.DATE),
          new SqlColumn("name", SqlType.VARCHAR),
          new SqlColumn("seen", SqlType.TIMESTAMP),
          new SqlColumn("flag", SqlType.BOOLEAN));
  static final List<SqlColumn> RIGHT =
      List.of(
          new SqlColumn("pid", SqlType.BIGINT),
          new SqlColumn("reference", SqlType.VARCHAR),
          new SqlColumn("code", SqlType.decimal(6, 1)),
          new SqlColumn("paid", SqlType.decimal(10, 3)),
          new SqlColumn("mass", SqlType.DOUBLE),
          new SqlColumn("paid_on", SqlType.DATE),
          new SqlColumn("payer", SqlType.VARCHAR),
          new SqlColumn("noted", SqlType.TIMESTAMP),
          new SqlColumn("ok", SqlType.BOOLEAN));

  private static final List<String> TEXTS =
      List.of(
          "",
          "A",
          "a",
          "AB",
          "ab",
          "A%",
          "%",
          "_",
          "é",
          "e\u0301",
          "ß",
          "SS",
          "ﬁ",
          "fi",
          "it's",
          "😀",
          "\uFFFD",
          "x\ny",
          " A  b ",
          "a-b",
          "\"q\"",
          "back\\slash",
          "a,b",
          "=A");
  private static final List<String> NAMES =
      List.of(
          "Martha",
          "Marhta",
          "MARTHA ",
          "Dixon",
          "Dicksonx",
          "Dwayne",
          "Duane",
          " ",
          "Åse",
          "A\u030Ase",
          "J. Smith",
          "j smith",
          "…");

  private final Random random;
  private final int texts;
  private final int spread;

  GeneratedCase(long seed) {
    random = new Random(seed);
    texts = 1 + random.nextInt(random.nextBoolean() ? 4 : TEXTS.size());
    spread = 1 + random.nextInt(12);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  private boolean sometimes(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  @SafeVarargs
  private <T> T one(T... all) {
    return all[random.nextInt(all.length)];
  }

  List<List<@Nullable Object>> rows(List<SqlColumn> columns) {
    int count = sometimes(12) ? 0 : random.nextInt(11);
    var rows = new ArrayList<List<@Nullable Object>>();
    for (int i = 0; i < count; i++) {
      var row = new ArrayList<@Nullable Object>();
      for (SqlColumn column : columns) {
        row.add(sometimes(9) ? null : value(column));
      }
      rows.add(row);
    }
    return rows;
  }

  private Object value(SqlColumn column) {
    return switch (column.name()) {
      case "id" -> "k" + random.nextInt(8) + (sometimes(9) ? "\"\\\n" : "");
      case "pid" -> (long) random.nextInt(9) - 4;
      case "ref", "reference" -> TEXTS.get(random.nextInt(texts));
      case "name", "payer" -> NAMES.get(random.nextInt(NAMES.size()));
      case "weight", "mass" -> (random.nextInt(spread) - 2) * 0.25;
      case "day", "paid_on" -> LocalDate.of(2026, 2, 26).plusDays(random.nextInt(spread));
      case "seen", "noted" ->
          LocalDateTime.of(2026, 2, 27, 23, 59, 58).plusHours(random.nextInt(4 * spread));
      case "flag", "ok" -> random.nextBoolean();
      case "amount" -> BigDecimal.valueOf(random.nextInt(spread) - 3, 2);
      case "paid" ->
          BigDecimal.valueOf((random.nextInt(spread) - 3) * 10L + (sometimes(5) ? 5 : 0), 3);
      default ->
          column.type().equals(SqlType.BIGINT)
              ? (Object) (long) random.nextInt(3)
              : BigDecimal.valueOf(random.nextInt(4) * 5L, 1);
    };
  }

  String recipe() {
    var rules = new ArrayList<String>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      String priority = sometimes(3) ? "" : ", \"priority\": " + random.nextInt(3);
      rules.add("{\"name\": \"rule %d\"%s, %s}".formatted(i, priority, patternAndConditions()));
    }
    return """
        {"version": "1.1", "recipe_id": "generated",
         "sources": {"left": {"alias": "left", "uri": "left.parquet"%s},
                     "right": {"alias": "right", "uri": "right.parquet"%s}},
         "match_rules": [%s]}
        """
        .formatted(key("id", "code"), key("pid", "reference"), String.join(",\n", rules));
  }

  private String key(String first, String second) {
    String duplicates = sometimes(4) ? ", \"duplicates\": \"first\"" : "";
    return switch (random.nextInt(4)) {
      case 0 -> "";
      case 1 -> ", \"primary_key\": [\"%s\", \"%s\"]%s".formatted(first, second, duplicates);
      default -> ", \"primary_key\": [\"%s\"]%s".formatted(first, duplicates);
    };
  }

  private String patternAndConditions() {
    String pattern = one("1:1", "1:1", "1:1", "1:N", "M:1", "M:N");
    var conditions = new ArrayList<String>();
    if (pattern.equals("M:N") || !sometimes(4)) {
      conditions.add(keyCondition());
      if (sometimes(4)) {
        conditions.add(keyCondition());
      }
    }
    if (!pattern.equals("M:N")) {
      int more = conditions.isEmpty() ? 1 + random.nextInt(2) : random.nextInt(4);
      for (int i = 0; i < more; i++) {
        conditions.add(pairCondition());
      }
    }
    if (!pattern.equals("1:1") && !sometimes(3)) {
      conditions.add(
          random.nextInt(conditions.size() + 1),
          "{\"left\": \"%s\", \"right\": \"%s\", \"op\": \"sum\"%s}"
              .formatted(one("amount", "weight"), one("paid", "paid", "mass"), allowed()));
    }
    return "\"pattern\": \"%s\", \"conditions\": [%s]"
        .formatted(pattern, String.join(", ", conditions));
  }

  private String keyCondition() {
    String nulls = sometimes(4) ? ", \"null_equals_null\": true" : "";
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> condition("ref", "reference", "eq", nulls);
      case 3 -> condition("code", "code", "eq", nulls);
      case 4 ->
          condition(
              "name",
              "payer",
              "normalized_eq",
              sometimes(2) ? ", \"strip_punctuation\": true" : "");
      case 5 -> condition("amount", one("paid", "mass"), "eq", nulls);
      case 6 -> condition(one("day"), "paid_on", "eq", nulls);
      case 7 -> condition("flag", "ok", "eq", nulls);
      default ->
          "{\"left\": %s, \"right\": %s, \"op\": \"eq\"%s}"
              .formatted(derived("ref"), derived("reference"), nulls);
    };
  }

  private String derived(String column) {
    return switch (random.nextInt(4)) {
      case 0 -> "{\"column\": \"%s\", \"apply\": [\"trim\", \"upper\"]}".formatted(column);
      case 1 ->
          "{\"column\": \"%s\", \"apply\": [{\"substring\": [1, 1]}, \"lower\"]}".formatted(column);
      case 2 ->
          "{\"column\": \"%s\", \"apply\": [{\"regex\": \"([a-zA-Z]).*\"}]}".formatted(column);
      default ->
          "{\"concat\": [\"%s\", \"%s\"], \"separator\": \"/\"}"
              .formatted(column, column.equals("ref") ? "code" : "paid_on");
    };
  }

  private String pairCondition() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        String left = one("amount", "amount", "code", "weight");
        String right = one("paid", "paid", "mass", "code");
        yield condition(left, right, "tolerance", needed());
      }
      case 3, 4 ->
          condition(
              one("day", "seen"),
              one("paid_on", "noted"),
              "date_window",
              ", \"%s\": %d".formatted(one("days", "business_days"), random.nextInt(4)));
      case 5 ->
          condition("name", "payer", "similarity", ", \"threshold\": " + one("0.6", "0.9", "1"));
      case 6 -> condition("ref", "reference", one("contains", "startswith", "endswith"), "");
      default -> {
        String[] columns =
            one(
                new String[] {"amount", "paid"},
                new String[] {"code", "mass"},
                new String[] {"day", "paid_on"},
                new String[] {"seen", "noted"},
                new String[] {"ref", "reference"});
        yield condition(columns[0], columns[1], one("gt", "gte", "lt", "lte"), "");
      }
    };
  }

  private String needed() {
    String allowed = allowed();
    return allowed.isEmpty() ? ", \"threshold\": 0.01" : allowed;
  }

  private String allowed() {
    return switch (random.nextInt(5)) {
      case 0 -> "";
      case 1 -> ", \"relative\": " + one("0", "0.1", "0.5", "1");
      case 2 ->
          ", \"threshold\": %s, \"relative\": %s"
              .formatted(one("0.01", "0.02"), one("0.1", "0.34"));
      default -> ", \"threshold\": " + one("0", "0.01", "0.02", "0.03", "0.25", "7", "0.005");
    };
  }

  private static String condition(String left, String right, String op, String more) {
    return "{\"left\": \"%s\", \"right\": \"%s\", \"op\": \"%s\"%s}"
        .formatted(left, right, op, more);
  }

  /** Rarely used values, to make texts of them. */
  static String shown(List<?> rows) {
    return Arrays.toString(rows.toArray()).replace("], [", "],\n [");
  }
}
