package dev.tidemill.reconcile.match;

import dev.tidemill.core.error.Problem;
import dev.tidemill.reconcile.recipe.DuplicatePolicy;
import dev.tidemill.reconcile.recipe.Filter;
import dev.tidemill.reconcile.recipe.RecipeError;
import dev.tidemill.reconcile.recipe.Side;
import dev.tidemill.reconcile.recipe.SourceSpec;
import dev.tidemill.sql.Dialect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One side's records in scope, numbered in file order, as the table {@code l} or {@code r}: {@code
 * rid}, {@code record_key} and the work columns.
 */
final class WorkTable implements AutoCloseable {
  /** In place of a rule's number: taken out before the first rule. */
  static final int EXCLUDED = -1;

  private final Database database;
  private final Dialect dialect;
  private final SourceSpec source;
  private final WorkColumns columns;
  private final DerivedFile derived;

  WorkTable(
      Database database, Dialect dialect, SourceSpec source, WorkColumns columns, Path folder) {
    this.database = database;
    this.dialect = dialect;
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
      String query = "SELECT rid, %s FROM %s".formatted(texts, inScope());
      database.session().attach(derivedName(), derived.write(database, query, inJava));
    }
  }

  /** Makes the table; its number of rows. */
  long make() {
    String name = table(columns.side());
    var select = new ArrayList<String>();
    select.add("%s AS record_key".formatted(RecordKey.expression(source.primaryKey(), columns)));
    columns.inSql().forEach(c -> select.add(c.expression() + " AS " + c.name()));
    String query = "SELECT rid, %s FROM %s".formatted(String.join(", ", select), inScope());
    if (columns.inJava().isEmpty()) {
      database.table(name, query);
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
              .formatted(texts, query, derivedName()));
    }
    return database.number("SELECT count(*) FROM " + name);
  }

  private String inScope() {
    var predicates = new ArrayList<String>();
    for (Filter filter : source.filters()) {
      predicates.add(new FilterSql(dialect).predicate(filter, columns.source(filter.column())));
    }
    String where = predicates.isEmpty() ? "" : " WHERE " + String.join(" AND ", predicates);
    return "(SELECT row_number() OVER () AS rid%s FROM %s%s) AS scope"
        .formatted(columns.inputs(), input(columns.side()), where);
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
    boolean some =
        !source.primaryKey().isEmpty()
            && database.number("SELECT count(DISTINCT record_key) FROM " + name) < rows;
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
