package dev.tidemill.reconcile.match;

import dev.tidemill.core.error.Problem;
import dev.tidemill.reconcile.recipe.DuplicatePolicy;
import dev.tidemill.reconcile.recipe.Filter;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.reconcile.recipe.SourceSpec;
import dev.tidemill.sql.SqlType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One side's records in scope, numbered in file order, as {@code l} or {@code r}: {@code rid}, the
 * columns that the key is made of, and the work columns.
 */
final class WorkTable implements AutoCloseable {
  private final Database database;
  private final SourceSpec source;
  private final WorkColumns columns;
  private final RecordKey key;
  private final DerivedFile derived;

  WorkTable(Database database, SourceSpec source, RecordKey key, Path folder) {
    this.database = database;
    this.source = source;
    this.key = key;
    columns = key.columns();
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
    List<String> keys = key.inputs();
    var stored = new ArrayList<>(keys);
    var shown = new ArrayList<String>();
    shown.add("%s + 1 AS rid".formatted(database.engine().storedRow()));
    shown.addAll(keys);
    for (WorkColumns.InSql column : columns.inSql()) {
      // What is part of the key is there already.
      boolean there = keys.contains(column.expression());
      if (!there) {
        stored.add(column.expression() + " AS " + column.name());
      }
      shown.add(there ? column.expression() + " AS " + column.name() : column.name());
    }
    if (stored.isEmpty()) {
      stored.add("NULL AS nothing");
    }
    database.table(base, "SELECT %s FROM %s".formatted(String.join(", ", stored), inScope()));
    String numbered = "SELECT %s FROM %s".formatted(String.join(", ", shown), base);
    if (columns.inJava().isEmpty()) {
      database.run("CREATE VIEW %s AS %s".formatted(name, numbered));
    } else {
      String texts =
          String.join(
              ", ",
              columns.inJava().stream()
                  .map(c -> "substr(d.%1$s, 2) AS %1$s".formatted(c.name()))
                  .toList());
      database.table(
          name,
          "SELECT b.*, %s FROM (%s) AS b JOIN %s AS d ON d.rid = b.rid"
              .formatted(texts, numbered, derivedName()));
      database.run("DROP TABLE " + base);
    }
    return database.number("SELECT count(*) FROM " + name);
  }

  private String inScope() {
    var predicates = new ArrayList<String>();
    for (Filter filter : source.filters()) {
      predicates.add(
          new FilterSql(database.engine().dialect())
              .predicate(filter, columns.source(filter.column())));
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
   * Numbers records that share a key in {@code again_l} or {@code again_r} (rid, n from 2). Whether
   * there are any; refused when the source wants none.
   */
  boolean duplicates(long rows) {
    String name = table(columns.side());
    boolean some = !source.primaryKey().isEmpty() && !allDifferent(name, rows);
    database.table(
        "again_" + name,
        "SELECT rid, n FROM (SELECT rid, row_number() OVER (PARTITION BY %s ORDER BY rid) AS n FROM %s AS x WHERE %s) AS numbered WHERE n > 1"
            .formatted(key.of("x"), name, some ? "TRUE" : "FALSE"));
    if (some && source.duplicates() == DuplicatePolicy.REFUSE) {
      throw refused(name);
    }
    return some;
  }

  private boolean allDifferent(String name, long rows) {
    String only = source.primaryKey().getFirst();
    if (source.primaryKey().size() == 1 && columns.source(only).type().equals(SqlType.BIGINT)) {
      return differentNumbers(name, columns.input(only)) == rows;
    }
    // Texts whose hashes differ differ; only where some are alike must the texts be compared.
    String hash = database.engine().hash(List.of(key.of("x")));
    return database.number("SELECT count(DISTINCT %s) FROM %s AS x".formatted(hash, name)) == rows
        || database.number("SELECT count(DISTINCT %s) FROM %s AS x".formatted(key.of("x"), name))
            == rows;
  }

  /** Records without a number are all different. */
  private long differentNumbers(String name, String column) {
    List<Long> range =
        database.numbers("SELECT min(%1$s), max(%1$s) FROM %2$s".formatted(column, name));
    String count = database.engine().countDifferent(column, range.get(0), range.get(1));
    return database.number(
        "SELECT coalesce(%s, 0) + count(*) - count(%s) FROM %s".formatted(count, column, name));
  }

  private RuntimeException refused(String name) {
    var example = new ArrayList<String>();
    database.each(
        "SELECT %2$s FROM %1$s AS x JOIN again_%1$s AS a ON a.rid = x.rid ORDER BY a.rid LIMIT 1"
            .formatted(name, key.of("x")),
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
