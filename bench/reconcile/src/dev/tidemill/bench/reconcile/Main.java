package dev.tidemill.bench.reconcile;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.time.SystemTime;
import dev.tidemill.reconcile.evidence.Summary;
import dev.tidemill.reconcile.match.MatchLimits;
import dev.tidemill.reconcile.match.Reconciliation;
import dev.tidemill.reconcile.match.Request;
import dev.tidemill.reconcile.recipe.RecipeReader;
import dev.tidemill.sql.ParquetOptions;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlColumn;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import dev.tidemill.sql.SqlType;
import dev.tidemill.sql.duckdb.DuckDbEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Three rules over generated invoices and payments, and the same joins by hand. */
public final class Main {
  private static final List<SqlColumn> COLUMNS =
      List.of(
          new SqlColumn("id", SqlType.BIGINT),
          new SqlColumn("ref", SqlType.VARCHAR),
          new SqlColumn("amount", SqlType.decimal(12, 2)),
          new SqlColumn("day", SqlType.DATE));

  private static final String RECIPE =
      """
      {"version": "1.1", "recipe_id": "bench",
       "sources": {"left": {"alias": "invoices", "uri": "l", "primary_key": ["id"]},
                   "right": {"alias": "payments", "uri": "r", "primary_key": ["id"]}},
       "match_rules": [
         {"name": "exact", "pattern": "1:1", "conditions": [
           {"left": "ref", "right": "ref", "op": "eq"}, {"left": "amount", "right": "amount", "op": "eq"}]},
         {"name": "near", "pattern": "1:1", "conditions": [
           {"left": "ref", "right": "ref", "op": "eq"},
           {"left": "amount", "right": "amount", "op": "tolerance", "threshold": 0.02},
           {"left": "day", "right": "day", "op": "date_window", "days": 3}]},
         {"name": "parts", "pattern": "1:N", "conditions": [
           {"left": "ref", "right": "ref", "op": "eq"},
           {"left": "amount", "right": "amount", "op": "sum", "threshold": 0.01}]}]}
      """;

  private final Path folder;
  private final Options options;
  private final SqlEngine engine = new DuckDbEngine();
  private final SqlLimits limits;

  /** What was asked for. */
  private record Options(List<Long> sizes, int mebibytes, int rounds, boolean statements) {
    static Options of(String[] args) {
      var sizes = new ArrayList<Long>();
      int mebibytes = 2048;
      int rounds = 2;
      boolean statements = false;
      for (int i = 0; i < args.length; i++) {
        switch (args[i]) {
          case "--memory" -> mebibytes = Integer.parseInt(args[++i]);
          case "--rounds" -> rounds = Integer.parseInt(args[++i]);
          case "--statements" -> statements = true;
          default -> sizes.add(Long.parseLong(args[i]));
        }
      }
      return new Options(
          sizes.isEmpty() ? List.of(1_000_000L, 5_000_000L) : sizes, mebibytes, rounds, statements);
    }
  }

  private Main(Path folder, Options options) {
    this.folder = folder;
    this.options = options;
    limits =
        new SqlLimits(DataSize.ofMebibytes(options.mebibytes()), 2, folder.resolve("temp"));
  }

  public static void main(String[] args) throws Exception {
    Options options = Options.of(args);
    for (long size : options.sizes()) {
      Path folder = Files.createTempDirectory("bench-reconcile");
      new Main(folder, options).measure(size);
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
    System.exit(0);
  }

  private void measure(long rows) {
    generate(rows);
    for (int round = 1; round <= options.rounds(); round++) {
      var phases = new ArrayList<String>();
      var summary = new AtomicReference<Summary>();
      Took ours = Took.by(limits.temp(), () -> summary.set(tidemill(phases)));
      Took hand = Took.by(limits.temp(), this::byHand);
      System.out.printf(
          "%,d x %,d, %,d MiB: tidemill %s; by hand %s; ratio %.2f, of CPU time %.2f; matched %,d, left over %,d and %,d%n",
          summary.get().leftRows(),
          summary.get().rightRows(),
          options.mebibytes(),
          ours,
          hand,
          ours.seconds() / hand.seconds(),
          ours.cpuSeconds() / hand.cpuSeconds(),
          summary.get().matched(),
          summary.get().unmatchedLeft(),
          summary.get().unmatchedRight());
      System.out.println("   " + String.join(", ", phases));
    }
  }

  private Summary tidemill(List<String> phases) {
    long[] last = {System.nanoTime()};
    return Reconciliation.run(
        new Request(
            RecipeReader.read(RECIPE),
            input("l"),
            input("r"),
            watched("tidemill"),
            limits,
            MatchLimits.DEFAULT,
            folder.resolve("evidence"),
            new SystemTime(),
            Map.of()),
        (done, doing) -> {
          long now = System.nanoTime();
          phases.add("%.1f s until %s".formatted((now - last[0]) / 1e9, doing));
          last[0] = now;
        });
  }

  private SqlEngine watched(String who) {
    return options.statements() ? new Watched(engine, who) : engine;
  }

  private Request.Input input(String name) {
    return new Request.Input(
        new SqlInput.Parquet(List.of(folder.resolve(name + ".parquet"))), COLUMNS);
  }

  /** Of 100 invoices 75 are paid exactly, 12 nearly, 8 in two parts, 5 not at all; 3 % of payments are nobody's. */
  private void generate(long rows) {
    try (var session = engine.open(limits)) {
      session.writeParquet(
          """
          SELECT i AS id, 'INV-' || lpad(CAST(i AS VARCHAR), 10, '0') AS ref,
            CAST(10 + (i * 7919 %% 1000000) / 100.0 AS DECIMAL(12, 2)) AS amount,
            DATE '2026-01-01' + CAST(i %% 90 AS INTEGER) AS day
          FROM range(%d) t(i)
          """
              .formatted(rows),
          folder.resolve("l.parquet"),
          ParquetOptions.DEFAULT);
      session.attach("l", new SqlInput.Parquet(List.of(folder.resolve("l.parquet"))));
      session.writeParquet(
          """
          SELECT row_number() OVER () AS id, ref, amount, day FROM (
            SELECT ref, amount, day FROM l WHERE id % 100 < 75
            UNION ALL SELECT ref, CAST(amount + 0.02 AS DECIMAL(12, 2)), day + 2 FROM l WHERE id % 100 BETWEEN 75 AND 86
            UNION ALL SELECT ref, CAST(5 AS DECIMAL(12, 2)), day FROM l WHERE id % 100 BETWEEN 87 AND 94
            UNION ALL SELECT ref, CAST(amount - 5 AS DECIMAL(12, 2)), day + 9 FROM l WHERE id % 100 BETWEEN 87 AND 94
            UNION ALL SELECT 'X' || ref, amount, day FROM l WHERE id % 100 BETWEEN 95 AND 97)
          ORDER BY hash(ref)
          """,
          folder.resolve("r.parquet"),
          ParquetOptions.DEFAULT);
    }
  }

  /** What somebody would write who knows the data: no check of uniqueness, no reasons. */
  private void byHand() {
    try (var session = watched("by hand").open(limits)) {
      session.attach("l", new SqlInput.Parquet(List.of(folder.resolve("l.parquet"))));
      session.attach("r", new SqlInput.Parquet(List.of(folder.resolve("r.parquet"))));
      session.execute(
          "CREATE TABLE m AS SELECT l.id AS l, r.id AS r, 'exact' AS rule FROM l JOIN r ON l.ref = r.ref AND l.amount = r.amount");
      session.execute(
          """
          INSERT INTO m SELECT l.id, r.id, 'near' FROM l JOIN r ON l.ref = r.ref
          WHERE abs(l.amount - r.amount) <= 0.02 AND abs(date_diff('day', l.day, r.day)) <= 3
            AND NOT EXISTS (SELECT 1 FROM m WHERE m.l = l.id) AND NOT EXISTS (SELECT 1 FROM m WHERE m.r = r.id)
          """);
      session.execute(
          """
          INSERT INTO m
          WITH p AS (
            SELECT l.id AS l, r.id AS r, l.amount AS total, r.amount FROM l JOIN r ON l.ref = r.ref
            WHERE NOT EXISTS (SELECT 1 FROM m WHERE m.l = l.id) AND NOT EXISTS (SELECT 1 FROM m WHERE m.r = r.id)),
          g AS (SELECT l FROM p GROUP BY l, total HAVING abs(sum(amount) - total) <= 0.01)
          SELECT p.l, p.r, 'parts' FROM p JOIN g ON g.l = p.l
          """);
      ParquetOptions snappy = new ParquetOptions(ParquetOptions.Compression.SNAPPY, 122_880);
      session.writeParquet(
          "SELECT uuid() AS match_id, CAST(l AS VARCHAR) AS left_key, CAST(r AS VARCHAR) AS right_key, rule AS rule_name, 1.0 AS confidence, current_timestamp AS matched_at FROM m ORDER BY rule, l, r",
          folder.resolve("m.parquet"),
          snappy);
      for (String side : List.of("l", "r")) {
        session.writeParquet(
            "SELECT CAST(id AS VARCHAR) AS record_key FROM %1$s WHERE NOT EXISTS (SELECT 1 FROM m WHERE m.%1$s = %1$s.id) ORDER BY id"
                .formatted(side),
            folder.resolve("u" + side + ".parquet"),
            snappy);
      }
      try (RowReader count = session.query("SELECT count(*) FROM m")) {
        count.next();
      }
    }
  }
}
