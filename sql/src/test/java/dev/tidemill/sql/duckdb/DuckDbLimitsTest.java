package dev.tidemill.sql.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemill.core.DataSize;
import dev.tidemill.core.error.TidemillException;
import dev.tidemill.sql.RowReader;
import dev.tidemill.sql.SqlError;
import dev.tidemill.sql.SqlInput;
import dev.tidemill.sql.SqlLimits;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("R10")
class DuckDbLimitsTest {
  private final Path folder;

  DuckDbLimitsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void the_limits_are_the_engines_own() {
    var limits = new SqlLimits(DataSize.ofMebibytes(64), 1, folder);
    try (var session = new DuckDbEngine().open(limits);
        RowReader reader =
            session.query(
                "SELECT current_setting('memory_limit'), current_setting('threads'),"
                    + " current_setting('temp_directory'), current_setting('TimeZone')")) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.value(0)).isEqualTo("64.0 MiB");
      assertThat(reader.value(1)).isEqualTo(1L);
      assertThat(reader.value(2)).asString().startsWith(folder.toString());
      assertThat(reader.value(3)).isEqualTo("UTC");
    }
  }

  @Test
  void more_than_the_memory_limit_is_an_error_and_not_a_crash() {
    var limits = new SqlLimits(DataSize.ofMebibytes(32), 1, folder);
    try (var session = new DuckDbEngine().open(limits)) {
      var failure =
          catchThrowableOfType(
              TidemillException.class,
              () -> session.execute("CREATE TABLE t AS SELECT list(i) FROM range(100000000) r(i)"));
      assertThat(failure.code()).isEqualTo(SqlError.SQL_LIMIT_REACHED);
    }
  }

  @Test
  void a_file_name_that_duckdb_would_expand_is_refused() {
    var limits = new SqlLimits(DataSize.ofMebibytes(64), 1, folder);
    try (var session = new DuckDbEngine().open(limits)) {
      var failure =
          catchThrowableOfType(
              TidemillException.class,
              () ->
                  session.attach("x", new SqlInput.Parquet(List.of(folder.resolve("a*.parquet")))));
      assertThat(failure.code()).isEqualTo(SqlError.SQL_INVALID_NAME);
    }
  }

  /** Loading it unpacks 60 MB; commands that need no engine must not pay for it. */
  @Test
  void an_engine_without_a_session_does_not_load_duckdb() throws Exception {
    try (var loader = new WithoutDuckDb()) {
      var engine = loader.loadClass(DuckDbEngine.class.getName()).getConstructor().newInstance();
      assertThat(engine.getClass()).isNotSameAs(DuckDbEngine.class);
      assertThat(engine.getClass().getMethod("name").invoke(engine)).isEqualTo("duckdb");
      assertThat(engine.getClass().getMethod("dialect").invoke(engine)).isNotNull();
    }
  }

  /** Defines this module's classes anew and knows no org.duckdb. */
  private static final class WithoutDuckDb extends URLClassLoader {
    WithoutDuckDb() {
      super(
          new URL[] {DuckDbEngine.class.getProtectionDomain().getCodeSource().getLocation()},
          DuckDbEngine.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("org.duckdb.")) {
        throw new ClassNotFoundException(name);
      }
      if (name.startsWith("dev.tidemill.sql.")) {
        Class<?> known = findLoadedClass(name);
        return known == null ? findClass(name) : known;
      }
      return super.loadClass(name, resolve);
    }
  }
}
