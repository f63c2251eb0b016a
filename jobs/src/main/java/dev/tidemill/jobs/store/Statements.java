package dev.tidemill.jobs.store;

import dev.tidemill.jobs.state.WorkerStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The text of statements, with macros filled in for one dialect and one clock. Thread-safe. */
final class Statements {
  /** The states of workers that hold a lease. */
  private static final String LIVE =
      WorkerStatus.LIVE.stream()
          .map(status -> "'" + status.word() + "'")
          .collect(Collectors.joining(", "));

  private final Dialect dialect;
  private final StoreClock clock;
  private final Map<String, String> files = new ConcurrentHashMap<>();

  Statements(Dialect dialect, StoreClock clock) {
    this.dialect = dialect;
    this.clock = clock;
  }

  /** A hot statement: {@code <dialect>/<name>.sql}. */
  String hot(String name) {
    return fill(files.computeIfAbsent(name, this::read));
  }

  /** A shared statement. */
  String fill(String sql) {
    if (sql.indexOf("${") < 0) {
      return sql;
    }
    return sql.replace("${live}", LIVE)
        .replace("${now}", clock.expression(dialect.macro("now")))
        .replace("${lock}", dialect.macro("lock"))
        .replace("${among_runs}", dialect.macro("among_runs"))
        .replace("${try_lock}", dialect.macro("try_lock"));
  }

  private String read(String name) {
    String path = dialect.folder() + "/" + name + ".sql";
    try (InputStream in = Statements.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("no statement " + path);
      }
      String sql = withoutComments(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      // Filled in once, unless each call has a moment of its own.
      return clock == StoreClock.DATABASE ? fill(sql) : sql;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Comments are for readers of the file; a colon in one would look like a parameter. */
  private static String withoutComments(String sql) {
    return sql.lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
  }
}
