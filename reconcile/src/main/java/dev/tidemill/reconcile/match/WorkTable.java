package dev.tidemill.reconcile.match;

import dev.tidemill.core.error.Problem;
import dev.tidemill.reconcile.recipe.DuplicatePolicy;
import dev.tidemill.reconcile.recipe.Filter;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.reconcile.recipe.SourceSpec;
import dev.tidemill.sql.SqlEngine;
import dev.tidemill.sql.SqlType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One side's records in scope, numbered in file order, as {@code l} or {@code r}: {@code rid},
 * {@code record_key}, the columns it is made of, and the work columns. The key is put together
 * where it is needed: numbers are cheaper to carry than texts.
 */
final class WorkTable implements AutoCloseable {
  /** In place of a rule's number: taken out before the first rule. */
  static final int EXCLUDED = -1;

  private final Database database;
  private final SqlEngine engine;
  private final SourceSpec source;
  private final WorkColumns columns;
  private final DerivedFile derived;

  WorkTable(
      Database database, SqlEngine engine, SourceSpec source, WorkColumns columns, Path folder) {
    this.database = database;
    this.engine = engine;
    this.source = source;
    this.columns = columns;
    derived = new DerivedFile(folder);
  }

  static String table(Side side) {
    return side == Side.LEFT ? "l" : "r";
  }

  static String input(Side side) {
    return side.word() + "_input";
  }

  /** What needs files: texts computed in Java are attached to the session. Before it is sealed. */
  void attachDerived() {
    List<WorkColumns.InJava> inJava = columns.inJava();
    if (!inJava.isEmpty()) {
      String texts = String.join(", ", DerivedFile.sources(inJava, columns));
      String query = "SELECT row_number() OVER () AS rid, %s FROM %s".formatted(texts, inScope());
      database.session().attach(derivedName(), derived.write(database, query, inJava));
    }
  }

  /** Makes the table; its number of rows. */
  long make() {
    String name = table(columns.side());
    String base = "base_" + name;
    List<String> keys =
        source.primaryKey().stream().map(columns::input).distinct().collect(Collectors.toList());
    var stored = new ArrayList<>(keys);
    columns.inSql().forEach(c -> stored.add(c.expression() + " AS " + c.name()));
    if (stored.isEmpty()) {
      stored.add("NULL AS nothing");
    }
    database.table(base, "SELECT %s FROM %s".formatted(String.join(", ", stored), inScope()));
    var shown = new ArrayList<String>();
    shown.add("%s + 1 AS rid".formatted(engine.storedRow()));
    shown.addAll(keys);
    columns.inSql().forEach(c -> shown.add(c.name()));
    String numbered = "SELECT %s FROM %s".formatted(String.join(", ", shown), base);
    String key = RecordKey.expression(source.primaryKey(), columns);
    if (columns.inJava().isEmpty()) {
      database.run(
          "CREATE VIEW %s AS SELECT *, %s AS record_key FROM (%s) AS numbered"
              .formatted(name, key, numbered));
    } else {
      String texts =
          String.join(
              ", ",
              columns.inJava().stream()
                  .map(c -> "substr(d.%1$s, 2) AS %1$s".formatted(c.name()))
                  .toList());
      database.table(
          name + "_whole",
          "SELECT b.*, %s FROM (%s) AS b JOIN %s AS d ON d.rid = b.rid"
              .formatted(texts, numbered, derivedName()));
      database.run("DROP TABLE " + base);
      database.run(
          "CREATE VIEW %1$s AS SELECT *, %2$s AS record_key FROM %1$s_whole".formatted(name, key));
    }
    return database.number("SELECT count(*) FROM " + name);
  }

  private String inScope() {
    var predicates = new ArrayList<String>();
    for (Filter filter : source.filters()) {
      predicates.add(
          new FilterSql(engine.dialect()).predicate(filter, columns.source(filter.column())));
    }
    String where = predicates.isEmpty() ? "" : " WHERE " + String.join(" AND ", predicates);
    String inputs = columns.inputs();
    return "(SELECT %s FROM %s%s) AS scope"
        .formatted(inputs.isEmpty() ? "1 AS one" : inputs, input(columns.side()), where);
  }

  private String derivedName() {
    return columns.side().word() + "_derived";
  }

  /**
   * Numbers records that share a key in {@code again_l} or {@code again_r} (rid, n from 2), and
   * does what the source wants with them. Whether there are any.
   */
  boolean duplicates(long rows) {
    String name = table(columns.side());
    boolean some = !source.primaryKey().isEmpty() && differentKeys(name) < rows;
    database.table(
        "again_" + name,
        "SELECT rid, n FROM (SELECT rid, row_number() OVER (PARTITION BY record_key ORDER BY rid) AS n FROM %s WHERE %s) AS numbered WHERE n > 1"
            .formatted(name, some ? "TRUE" : "FALSE"));
    if (!some || source.duplicates() == DuplicatePolicy.KEEP) {
      return some;
    }
    if (source.duplicates() == DuplicatePolicy.REFUSE) {
      throw refused(name);
    }
    database.run(
        "INSERT INTO used_%1$s SELECT rid, %2$d FROM again_%1$s".formatted(name, EXCLUDED));
    return true;
  }

  /**
   * Whole numbers need not become texts to be told apart; records without one are all different.
   */
  private long differentKeys(String name) {
    String only = source.primaryKey().getFirst();
    boolean whole =
        source.primaryKey().size() == 1 && columns.source(only).type().equals(SqlType.BIGINT);
    return database.number(
        whole
            ? "SELECT count(DISTINCT %1$s) + count(*) - count(%1$s) FROM %2$s"
                .formatted(columns.input(only), name)
            : "SELECT count(DISTINCT record_key) FROM " + name);
  }

  private RuntimeException refused(String name) {
    var example = new ArrayList<String>();
    database.each(
        "SELECT %1$s.record_key FROM %1$s JOIN again_%1$s AS a ON a.rid = %1$s.rid ORDER BY a.rid LIMIT 1"
            .formatted(name),
        row -> example.add(String.valueOf(row.value(0))));
    return Problem.of(
            RecipeError.DUPLICATE_RECORDS,
            "%s has %,d records whose key came before; nothing was written"
                .formatted(source.alias(), database.number("SELECT count(*) FROM again_" + name)))
        .field("/sources/%s/duplicates".formatted(columns.side().word()))
        .cause("for instance " + String.join(", ", example))
        .next("mend the data, or set duplicates to keep or first")
        .exception();
  }

  @Override
  public void close() {
    derived.close();
  }
}
