package dev.tidemill.reconcile.run;

import dev.tidemill.reconcile.check.ScopeCheck;
import dev.tidemill.reconcile.match.ScopeSql;
import dev.tidemill.reconcile.recipe.Scope;
import dev.tidemill.sources.Chunk;
import dev.tidemill.sources.Connectors;
import dev.tidemill.sources.Credential;
import dev.tidemill.sources.SourceColumn;
import dev.tidemill.sources.SourceRequest;
import dev.tidemill.sources.SourceSession;
import dev.tidemill.sources.SourceUri;
import dev.tidemill.sources.file.FileKind;
import dev.tidemill.sources.file.NativeFile;
import dev.tidemill.sources.file.NativeFiles;
import dev.tidemill.sources.stage.LocalParts;
import dev.tidemill.sql.Dialect;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a run with the same filters would work on. A source leaves out what it can by
 * itself; the engine that matches looks at the rest, so the rows are the same in both cases.
 */
final class ScopedLook {
  private static final int AT_ONCE = 50_000;
  private static final long MOST_READ = 5_000_000;
  private static final String TABLE = "source";

  private final NativeFiles files;
  private final Scope scope;
  private final List<List<@Nullable String>> rows = new ArrayList<>();

  ScopedLook(NativeFiles files, Scope scope) {
    this.files = files;
    this.scope = scope;
  }

  SourceBook.Scoped file(Path path, String name) {
    NativeFile file = files.inspect(path, name);
    ScopeCheck.Fit fit = ScopeCheck.fit(scope, file.columns());
    String from =
        file.kind() == FileKind.PARQUET
            ? "(%s) AS f".formatted(file.select(TABLE, dialect()))
            : TABLE;
    try (SqlSession session = files.engine().open(files.limits())) {
      session.attach(TABLE, file.input());
      session.seal();
      take(session, from, fit);
      return new SourceBook.Scoped(fit.shown(), rows, count(session, from, fit), true);
    }
  }

  SourceBook.Scoped table(Connectors connectors, SourceUri uri, Credential credential)
      throws InterruptedException {
    return table(
        connectors,
        new SourceRequest(uri, credential, List.of(), null, PushDown.of(scope.filters())));
  }

  SourceBook.Scoped table(Connectors connectors, SourceRequest request)
      throws InterruptedException {
    try (SourceSession source = connectors.of(request.uri()).open(request)) {
      ScopeCheck.Fit fit =
          ScopeCheck.fit(scope, source.columns().stream().map(SourceColumn::staged).toList());
      boolean all =
          new LocalParts(files.limits())
              .show(
                  source.read(new Chunk.Whole()), AT_ONCE, MOST_READ, part -> wantsMore(part, fit));
      boolean full = rows.size() == scope.limit();
      return new SourceBook.Scoped(
          fit.shown(), rows, all && !full ? (long) rows.size() : null, all);
    }
  }

  private boolean wantsMore(Path part, ScopeCheck.Fit fit) {
    try (SqlSession session = files.engine().open(files.limits())) {
      session.attach(TABLE, new SqlInput.Parquet(List.of(part)));
      session.seal();
      take(session, TABLE, fit);
    }
    return rows.size() < scope.limit();
  }

  private void take(SqlSession session, String from, ScopeCheck.Fit fit) {
    String texts =
        fit.shown().stream()
            .map(c -> "CAST(%s AS VARCHAR)".formatted(dialect().quote(c.name())))
            .collect(Collectors.joining(", "));
    try (RowReader read =
        session.query(
            "SELECT %s FROM %s WHERE %s LIMIT %d"
                .formatted(texts, from, condition(fit), scope.limit() - rows.size()))) {
      while (read.next()) {
        var row = new ArrayList<@Nullable String>();
        for (int i = 0; i < fit.shown().size(); i++) {
          row.add((String) read.value(i));
        }
        rows.add(row);
      }
    }
  }

  private long count(SqlSession session, String from, ScopeCheck.Fit fit) {
    try (RowReader read =
        session.query("SELECT count(*) FROM %s WHERE %s".formatted(from, condition(fit)))) {
      read.next();
      return (Long) Objects.requireNonNull(read.value(0));
    }
  }

  private String condition(ScopeCheck.Fit fit) {
    return ScopeSql.condition(dialect(), scope.filters(), fit.filtered());
  }

  private Dialect dialect() {
    return files.engine().dialect();
  }
}
