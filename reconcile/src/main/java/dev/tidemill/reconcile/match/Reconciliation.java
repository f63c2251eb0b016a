package dev.tidemill.reconcile.match;

import dev.tidemill.reconcile.check.RecipeCheck;
import dev.tidemill.reconcile.evidence.Metadata;
import dev.tidemill.reconcile.evidence.Summary;
import dev.tidemill.reconcile.recipe.BySide;
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
    var database = new Database(session);
    var left = new WorkColumns(Side.LEFT, check.resolved().get(Side.LEFT), dialect);
    var right = new WorkColumns(Side.RIGHT, check.resolved().get(Side.RIGHT), dialect);
    var matching = new Matching(database, dialect, request.matchLimits(), recipe, left, right);
    try (WorkTable leftTable = workTable(database, left);
        WorkTable rightTable = workTable(database, right)) {
      progress.at(0, "reading");
      attach(session, Side.LEFT);
      attach(session, Side.RIGHT);
      leftTable.attachDerived();
      rightTable.attachDerived();
      session.seal();
      matching.createTables();
      long leftRows = leftTable.make();
      progress.at(0.15, "reading");
      long rightRows = rightTable.make();
      progress.at(0.3, "looking for duplicates");
      var keysRepeat =
          new BySide<>(leftTable.duplicates(leftRows), rightTable.duplicates(rightRows));
      matching.begin(new BySide<>(leftRows, rightRows));
      List<Matching.Counts> counts = rules(matching);
      var sql =
          new EvidenceSql(
              request.engine(),
              recipe,
              matching.plans(),
              startedAt,
              keysRepeat,
              new BySide<>(left, right));
      return evidence(session, matching, sql, counts, new BySide<>(leftRows, rightRows));
    }
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

  private WorkTable workTable(Database database, WorkColumns columns) {
    return new WorkTable(
        database,
        request.engine(),
        recipe.source(columns.side()),
        columns,
        request.limits().temp());
  }

  private List<Matching.Counts> rules(Matching matching) {
    var counts = new ArrayList<Matching.Counts>();
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
      SqlSession session,
      Matching matching,
      EvidenceSql sql,
      List<Matching.Counts> counts,
      BySide<Long> rows) {
    var unmatched = new Unmatched(new Database(session), dialect, matching);
    progress.at(0.7, "explaining what is left");
    List<Unmatched.Count> leftReasons = unmatched.explain(Side.LEFT);
    progress.at(0.8, "explaining what is left");
    List<Unmatched.Count> rightReasons = unmatched.explain(Side.RIGHT);
    progress.at(0.9, "writing evidence");
    OutputNames names = recipe.output();
    folder();
    session.writeParquet(sql.matched(), request.evidence().resolve(names.matched()), PARQUET);
    for (Side side : Side.values()) {
      session.writeParquet(
          EvidenceSql.unmatched(side), request.evidence().resolve(names.unmatched(side)), PARQUET);
    }
    Summary summary =
        new Summary(
            rows.left(),
            rows.right(),
            counts.stream().mapToLong(Matching.Counts::matched).sum(),
            counts.stream().mapToLong(Matching.Counts::left).sum(),
            counts.stream().mapToLong(Matching.Counts::right).sum(),
            counts.stream()
                .map(c -> new Summary.RuleCount(c.rule(), c.matched(), c.left(), c.right()))
                .toList(),
            reasons(leftReasons),
            reasons(rightReasons));
    new Metadata(recipe, sql.matchedAt(), request.time().now(), summary, request.metadata())
        .write(request.evidence());
    progress.at(1, "done");
    return summary;
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
