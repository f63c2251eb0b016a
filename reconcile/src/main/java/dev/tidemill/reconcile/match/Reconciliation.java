package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.check.RecipeCheck;
import dev.tidemill.reconcile.evidence.Metadata;
import dev.tidemill.reconcile.evidence.Summary;
import dev.tidemill.reconcile.recipe.BySide;
import dev.tidemill.reconcile.recipe.DuplicatePolicy;
import dev.tidemill.reconcile.recipe.OutputNames;
import dev.tidemill.reconcile.recipe.Recipe;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.ParquetOptions;
import dev.tidemill.sql.SqlSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Two inputs, one recipe, evidence. One run at a time per object; thread-safe as a whole. */
public final class Reconciliation {
  private static final ParquetOptions PARQUET =
      new ParquetOptions(ParquetOptions.Compression.SNAPPY, 122_880);

  private final Request request;
  private final Progress progress;
  private final Recipe recipe;
  private final Dialect dialect;

  private Reconciliation(Request request, Progress progress) {
    this.request = request;
    this.progress = progress;
    recipe = request.recipe();
    dialect = request.engine().dialect();
  }

  /**
   * Runs to the end. An interruption of the calling thread cancels the engine's work; the run then
   * fails with {@code SQL_CANCELLED} and the thread stays interrupted. A run that fails leaves no
   * {@code metadata.json}.
   */
  public static Summary run(Request request, Progress progress) {
    var run = new Reconciliation(request, progress);
    RecipeCheck.Result check =
        RecipeCheck.check(request.recipe(), request.left().columns(), request.right().columns());
    check.orThrow();
    try (SqlSession session = request.engine().open(request.limits())) {
      return Cancellable.call(session, () -> run.on(session, check));
    }
  }

  private Summary on(SqlSession session, RecipeCheck.Result check) {
    Instant startedAt = request.time().now();
    var database = new Database(session, request.engine());
    var keys = new BySide<>(key(Side.LEFT, check), key(Side.RIGHT, check));
    var matching = new Matching(database, request.matchLimits(), recipe, keys);
    try (WorkTable left = workTable(database, keys.left());
        WorkTable right = workTable(database, keys.right())) {
      progress.at(0, "reading");
      attach(session, Side.LEFT);
      attach(session, Side.RIGHT);
      left.attachDerived();
      right.attachDerived();
      session.seal();
      matching.createTables();
      long leftRows = left.make();
      progress.at(0.15, "reading");
      var rows = new BySide<>(leftRows, right.make());
      progress.at(0.3, "looking for duplicates");
      var keysRepeat = new BySide<>(left.duplicates(rows.left()), right.duplicates(rows.right()));
      for (Side side : Side.values()) {
        boolean first = recipe.source(side).duplicates() == DuplicatePolicy.FIRST;
        matching.free(side).begin(rows.get(side), first && keysRepeat.get(side));
      }
      List<Matched> counts = rules(matching);
      var sql =
          new EvidenceSql(
              request.engine(),
              recipe,
              matching.plans().stream().filter(p -> counts.get(p.number()).matches() > 0).toList(),
              startedAt,
              keysRepeat,
              keys);
      return evidence(database, matching, sql, counts, rows);
    }
  }

  private RecordKey key(Side side, RecipeCheck.Result check) {
    return new RecordKey(
        recipe.source(side).primaryKey(),
        new WorkColumns(side, check.resolved().get(side), dialect));
  }

  private void attach(SqlSession session, Side side) {
    Request.Input input = request.input(side);
    String table = WorkTable.input(side);
    UnaryOperator<String> select = input.select();
    if (select == null) {
      session.attach(table, input.files());
      return;
    }
    String files = side.word() + "_files";
    session.attach(files, input.files());
    session.execute("CREATE VIEW %s AS %s".formatted(dialect.quote(table), select.apply(files)));
  }

  private WorkTable workTable(Database database, RecordKey key) {
    return new WorkTable(database, recipe.source(key.side()), key, request.limits().temp());
  }

  private List<Matched> rules(Matching matching) {
    var counts = new ArrayList<Matched>();
    int rules = matching.plans().size();
    for (RulePlan plan : matching.plans()) {
      progress.at(
          0.35 + 0.35 * plan.number() / rules,
          "rule %d of %d: %s".formatted(plan.number() + 1, rules, plan.rule().name()));
      counts.add(matching.run(plan));
    }
    return counts;
  }

  private Summary evidence(
      Database database,
      Matching matching,
      EvidenceSql sql,
      List<Matched> counts,
      BySide<Long> rows) {
    var unmatched = new Unmatched(database, dialect, matching);
    progress.at(0.7, "explaining what is left");
    List<Unmatched.Count> leftReasons = unmatched.explain(Side.LEFT);
    progress.at(0.8, "explaining what is left");
    List<Unmatched.Count> rightReasons = unmatched.explain(Side.RIGHT);
    progress.at(0.9, "writing evidence");
    OutputNames names = recipe.output();
    folder();
    SqlSession session = database.session();
    session.writeParquet(sql.matched(), request.evidence().resolve(names.matched()), PARQUET);
    for (Side side : Side.values()) {
      session.writeParquet(
          EvidenceSql.unmatched(side), request.evidence().resolve(names.unmatched(side)), PARQUET);
    }
    Summary summary =
        new Summary(
            rows.left(),
            rows.right(),
            counts.stream().mapToLong(Matched::matches).sum(),
            counts.stream().mapToLong(Matched::left).sum(),
            counts.stream().mapToLong(Matched::right).sum(),
            matching.plans().stream().map(plan -> count(plan, counts)).toList(),
            reasons(leftReasons),
            reasons(rightReasons));
    new Metadata(recipe, sql.matchedAt(), request.time().now(), summary, request.metadata())
        .write(request.evidence());
    progress.at(1, "done");
    return summary;
  }

  private static Summary.RuleCount count(RulePlan plan, List<Matched> counts) {
    Matched matched = counts.get(plan.number());
    return new Summary.RuleCount(
        plan.rule().name(), matched.matches(), matched.left(), matched.right());
  }

  private void folder() {
    try {
      Files.createDirectories(request.evidence());
      Files.deleteIfExists(request.evidence().resolve(Metadata.FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Summary.ReasonCount> reasons(List<Unmatched.Count> counts) {
    return counts.stream().map(c -> new Summary.ReasonCount(c.reason(), c.records())).toList();
  }
}
